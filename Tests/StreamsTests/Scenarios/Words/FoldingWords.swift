import Streams
import StreamsTesting

func foldingWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "reduce": return a.reduce(ScenarioValue(try bench.word(2)), add).eraseToAnyPublisher()
  case "count": return a.count().map { .number($0) }.eraseToAnyPublisher()
  case "tryReduce":
    return a.tryReduce(ScenarioValue(try bench.word(2)), addUpTo9).failing(with: ScenarioFailure.self)
      .eraseToAnyPublisher()
  case "first": return a.first().eraseToAnyPublisher()
  case "firstWhere": return a.first(where: isEven).eraseToAnyPublisher()
  case "tryFirst": return a.tryFirst(where: isEvenUpTo9).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "last": return a.last().eraseToAnyPublisher()
  case "lastWhere": return a.last(where: isEven).eraseToAnyPublisher()
  case "tryLast": return a.tryLast(where: isEvenUpTo9).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "min": return a.min(by: isLess).eraseToAnyPublisher()
  case "max": return a.max(by: isLess).eraseToAnyPublisher()
  case "tryMin": return a.tryMin(by: isLessUpTo9).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "tryMax": return a.tryMax(by: isLessUpTo9).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "contains": return a.contains(ScenarioValue(try bench.word(2))).map(word).eraseToAnyPublisher()
  case "containsWhere": return a.contains(where: isEven).map(word).eraseToAnyPublisher()
  case "tryContains":
    return a.tryContains(where: isEvenUpTo9).map(word).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "allSatisfy": return a.allSatisfy(isEven).map(word).eraseToAnyPublisher()
  case "tryAllSatisfy":
    return a.tryAllSatisfy(isEvenUpTo9).map(word).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  default: return nil
  }
}

private func word(_ answer: Bool) -> ScenarioValue { .word(answer ? "yes" : "no") }

private func isLess(_ one: ScenarioValue, _ other: ScenarioValue) -> Bool { one.number! < other.number! }

private func isLessUpTo9(_ one: ScenarioValue, _ other: ScenarioValue) throws -> Bool {
  try refuseBig(one, other)
  return isLess(one, other)
}
