import Streams
import StreamsTesting

func filteringWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "filter": return a.filter(isEven).eraseToAnyPublisher()
  case "prefix": return a.prefix(try bench.number(2)).eraseToAnyPublisher()
  case "removeDuplicates": return a.removeDuplicates().eraseToAnyPublisher()
  case "replaceError":
    return a.replaceError(with: ScenarioValue(try bench.word(2))).failing(with: ScenarioFailure.self)
      .eraseToAnyPublisher()
  default: return nil
  }
}
