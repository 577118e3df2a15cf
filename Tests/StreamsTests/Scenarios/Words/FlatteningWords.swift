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
  case "append":
    if bench.options.count == 1 { return a.append(try bench.input(try bench.word(2))).eraseToAnyPublisher() }
    return try bench.options.reduce(a.eraseToAnyPublisher()) { $0.append(try bench.input($1)).eraseToAnyPublisher() }
  case "prepend":
    if bench.options.count == 1 { return a.prepend(try bench.input(try bench.word(2))).eraseToAnyPublisher() }
    return try bench.options.reduce(a.eraseToAnyPublisher()) { $0.prepend(try bench.input($1)).eraseToAnyPublisher() }
  case "catch":
    let next = try bench.input(try bench.word(2))
    return a.catch { _ in next }.eraseToAnyPublisher()
  case "tryCatch":
    let next = try bench.input(try bench.word(2))
    return a.tryCatch { try unlessBad($0, next) }.failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "retry": return a.retry(try bench.number(2)).eraseToAnyPublisher()
  default: return nil
  }
}

/// What follows a failure; after one that is bad something worse follows.
private func unlessBad<P>(_ failure: ScenarioFailure, _ next: P) throws -> P {
  if failure == ScenarioFailure("bad") { throw ScenarioFailure("worse") }
  return next
}
