import Streams
import StreamsTesting

func filteringWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "filter": return a.filter(isEven).eraseToAnyPublisher()
  case "tryFilter": return a.tryFilter(isEvenUpTo9).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "dropFirst": return a.dropFirst(try bench.number(2)).eraseToAnyPublisher()
  case "dropWhile": return a.drop(while: isEven).eraseToAnyPublisher()
  case "tryDropWhile":
    return a.tryDrop(while: isEvenUpTo9).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "prefixWhile": return a.prefix(while: isEven).eraseToAnyPublisher()
  case "tryPrefixWhile":
    return a.tryPrefix(while: isEvenUpTo9).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "output":
    if bench.options.count == 1 { return a.output(at: try bench.number(2)).eraseToAnyPublisher() }
    return a.output(in: try bench.number(2)..<(try bench.number(3))).eraseToAnyPublisher()
  case "ignoreOutput": return a.ignoreOutput().map { (_: Never) -> ScenarioValue in }.eraseToAnyPublisher()
  case "replaceEmpty": return a.replaceEmpty(with: ScenarioValue(try bench.word(2))).eraseToAnyPublisher()
  case "tryRemoveDuplicates":
    return a.tryRemoveDuplicates { try isSameUpTo9($0, $1) }.failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "prefix": return a.prefix(try bench.number(2)).eraseToAnyPublisher()
  case "removeDuplicates": return a.removeDuplicates().eraseToAnyPublisher()
  case "replaceError":
    return a.replaceError(with: ScenarioValue(try bench.word(2))).failing(with: ScenarioFailure.self)
      .eraseToAnyPublisher()
  default: return nil
  }
}
