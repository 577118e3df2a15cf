import Streams
import StreamsTesting

func flatteningWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "flatMap":
    if bench.options.isEmpty { return a.flatMap { bench.input($0) }.eraseToAnyPublisher() }
    return a.flatMap(maxPublishers: .max(try bench.number(2))) { bench.input($0) }.eraseToAnyPublisher()
  case "switchToLatest": return a.map { bench.input($0) }.switchToLatest().eraseToAnyPublisher()
  case "append": return a.append(try bench.input(try bench.word(2))).eraseToAnyPublisher()
  case "catch":
    let next = try bench.input(try bench.word(2))
    return a.catch { _ in next }.eraseToAnyPublisher()
  case "retry": return a.retry(try bench.number(2)).eraseToAnyPublisher()
  default: return nil
  }
}
