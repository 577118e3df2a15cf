import Streams
import StreamsTesting

func combiningWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "zip":
    let others = try bench.options.map { try bench.input($0) }
    switch others.count {
    case 1: return a.zip(others[0]).map { .list([$0.0, $0.1]) }.eraseToAnyPublisher()
    case 2: return a.zip(others[0], others[1]).map { .list([$0.0, $0.1, $0.2]) }.eraseToAnyPublisher()
    case 3:
      return a.zip(others[0], others[1], others[2]).map { .list([$0.0, $0.1, $0.2, $0.3]) }.eraseToAnyPublisher()
    default: throw bench.fail("zip takes 2 to 4 publishers")
    }
  case "combineLatest":
    return a.combineLatest(try bench.input(try bench.word(2))).map { .list([$0.0, $0.1]) }.eraseToAnyPublisher()
  case "merge": return a.merge(with: try bench.input(try bench.word(2))).eraseToAnyPublisher()
  default: return nil
  }
}
