import Streams
import StreamsTesting

func transformingWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "map": return a.map(double).eraseToAnyPublisher()
  case "tryMap": return a.tryMap(half).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "compactMap": return a.compactMap { try? half($0) }.eraseToAnyPublisher()
  case "scan": return a.scan(ScenarioValue(try bench.word(2)), add).eraseToAnyPublisher()
  case "tryScan":
    return a.tryScan(ScenarioValue(try bench.word(2)), addUpTo9).failing(with: ScenarioFailure.self)
      .eraseToAnyPublisher()
  case "collect":
    if bench.options.isEmpty { return a.collect().map { .list($0) }.eraseToAnyPublisher() }
    return a.collect(try bench.number(2)).map { .list($0) }.eraseToAnyPublisher()
  default: return nil
  }
}
