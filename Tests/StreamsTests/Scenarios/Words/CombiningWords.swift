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
    let others = try bench.options.map { try bench.input($0) }
    switch others.count {
    case 1: return a.combineLatest(others[0]) { .list([$0, $1]) }.eraseToAnyPublisher()
    case 2: return a.combineLatest(others[0], others[1]) { .list([$0, $1, $2]) }.eraseToAnyPublisher()
    case 3:
      return a.combineLatest(others[0], others[1], others[2]) { .list([$0, $1, $2, $3]) }.eraseToAnyPublisher()
    default: throw bench.fail("combineLatest takes 2 to 4 publishers")
    }
  case "merge":
    let o = try bench.options.map { try bench.input($0) }
    switch o.count {
    case 1: return Publishers.Merge(a, o[0]).eraseToAnyPublisher()
    case 2: return a.merge(with: o[0], o[1]).eraseToAnyPublisher()
    case 3: return a.merge(with: o[0], o[1], o[2]).eraseToAnyPublisher()
    case 4: return a.merge(with: o[0], o[1], o[2], o[3]).eraseToAnyPublisher()
    case 5: return a.merge(with: o[0], o[1], o[2], o[3], o[4]).eraseToAnyPublisher()
    case 6: return a.merge(with: o[0], o[1], o[2], o[3], o[4], o[5]).eraseToAnyPublisher()
    case 7: return a.merge(with: o[0], o[1], o[2], o[3], o[4], o[5], o[6]).eraseToAnyPublisher()
    default: throw bench.fail("merge takes 2 to 8 publishers")
    }
  case "mergeMany":
    return Publishers.MergeMany(try [a] + bench.options.map { try bench.input($0) }).eraseToAnyPublisher()
  case "prefixUntilOutput":
    return a.prefix(untilOutputFrom: try bench.input(try bench.word(2))).eraseToAnyPublisher()
  case "dropUntilOutput":
    return a.drop(untilOutputFrom: try bench.input(try bench.word(2))).eraseToAnyPublisher()
  default: return nil
  }
}
