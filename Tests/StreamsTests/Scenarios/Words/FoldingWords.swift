import Streams
import StreamsTesting

func foldingWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "reduce": return a.reduce(ScenarioValue(try bench.word(2)), add).eraseToAnyPublisher()
  case "count": return a.count().map { .number($0) }.eraseToAnyPublisher()
  default: return nil
  }
}
