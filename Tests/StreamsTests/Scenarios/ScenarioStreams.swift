import Streams
import StreamsTesting

/// The one place that knows how a scenario's words become a stream. Tests/StreamsCTests/scenarios.c has the same
/// table over the C ABI.
func buildStream(_ bench: ScenarioBench) throws -> ScenarioRunner.Stream {
  switch try bench.word(0) {
  case "just": return try source(Just(ScenarioValue(try bench.word(1))).failing(with: ScenarioFailure.self))
  case "values":
    let values = bench.scenario.stream.dropFirst().map { ScenarioValue($0) }
    return try source(values.publisher.failing(with: ScenarioFailure.self))
  case "empty": return try source(Empty<ScenarioValue, ScenarioFailure>())
  case "never": return try source(Empty<ScenarioValue, ScenarioFailure>(completeImmediately: false))
  case "fail": return try source(Fail(error: ScenarioFailure(try bench.word(1))))
  case "passthrough":
    let subject = PassthroughSubject<ScenarioValue, ScenarioFailure>()
    try bench.drive(try bench.word(1), subject)
    return subject.eraseToAnyPublisher()
  case "current":
    let subject = CurrentValueSubject<ScenarioValue, ScenarioFailure>(ScenarioValue(try bench.word(2)))
    try bench.drive(try bench.word(1), subject)
    return subject.eraseToAnyPublisher()
  default:
    return try buildOperator(bench, try bench.input(try bench.word(0)))
  }
}

private func source<P: Publisher>(_ publisher: P) throws -> ScenarioRunner.Stream
where P.Output == ScenarioValue, P.Failure == ScenarioFailure { publisher.eraseToAnyPublisher() }

private func buildOperator(_ bench: ScenarioBench, _ a: ScenarioBench.Input) throws -> ScenarioRunner.Stream {
  let name = try bench.word(1)
  switch name {
  // Transforming, filtering
  case "map": return a.map(double).eraseToAnyPublisher()
  case "tryMap": return a.tryMap(half).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "filter": return a.filter { $0.number! % 2 == 0 }.eraseToAnyPublisher()
  case "compactMap": return a.compactMap { try? half($0) }.eraseToAnyPublisher()
  case "scan": return a.scan(ScenarioValue(try bench.word(2)), add).eraseToAnyPublisher()
  case "tryScan":
    return a.tryScan(ScenarioValue(try bench.word(2)), addUpTo9).failing(with: ScenarioFailure.self)
      .eraseToAnyPublisher()
  case "prefix": return a.prefix(try bench.number(2)).eraseToAnyPublisher()
  case "removeDuplicates": return a.removeDuplicates().eraseToAnyPublisher()
  case "print": return a.print("", to: Silence()).eraseToAnyPublisher()
  // Folding
  case "collect":
    if bench.scenario.stream.count == 2 { return a.collect().map { .list($0) }.eraseToAnyPublisher() }
    return a.collect(try bench.number(2)).map { .list($0) }.eraseToAnyPublisher()
  case "reduce": return a.reduce(ScenarioValue(try bench.word(2)), add).eraseToAnyPublisher()
  case "count": return a.count().map { .number($0) }.eraseToAnyPublisher()
  // Combining
  case "zip":
    let others = try bench.scenario.stream.dropFirst(2).map { try bench.input($0) }
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
  // Flattening
  case "flatMap":
    if bench.scenario.stream.count == 2 { return a.flatMap { bench.input($0) }.eraseToAnyPublisher() }
    return a.flatMap(maxPublishers: .max(try bench.number(2))) { bench.input($0) }.eraseToAnyPublisher()
  case "switchToLatest": return a.map { bench.input($0) }.switchToLatest().eraseToAnyPublisher()
  case "append": return a.append(try bench.input(try bench.word(2))).eraseToAnyPublisher()
  case "catch":
    let next = try bench.input(try bench.word(2))
    return a.catch { _ in next }.eraseToAnyPublisher()
  case "retry": return a.retry(try bench.number(2)).eraseToAnyPublisher()
  case "replaceError":
    return a.replaceError(with: ScenarioValue(try bench.word(2))).failing(with: ScenarioFailure.self)
      .eraseToAnyPublisher()
  // Timing
  case "debounce":
    return a.debounce(for: .milliseconds(try bench.number(2)), scheduler: bench.time).eraseToAnyPublisher()
  case "receive": return a.receive(on: bench.time).eraseToAnyPublisher()
  case "buffer":
    let strategies: [String: Publishers.BufferingStrategy<ScenarioFailure>] = [
      "dropNewest": .dropNewest, "dropOldest": .dropOldest, "customError": .customError { ScenarioFailure("full") },
    ]
    let prefetches: [String: Publishers.PrefetchStrategy] = ["keepFull": .keepFull, "byRequest": .byRequest]
    guard let prefetch = prefetches[try bench.word(3)], let whenFull = strategies[try bench.word(4)] else {
      throw bench.fail("buffer SIZE keepFull|byRequest dropNewest|dropOldest|customError")
    }
    return a.buffer(size: try bench.number(2), prefetch: prefetch, whenFull: whenFull).eraseToAnyPublisher()
  // Sharing, erasing
  case "multicast":
    let shared = a.multicast { PassthroughSubject<ScenarioValue, ScenarioFailure>() }
    bench.connect = { shared.connect() }
    return shared.eraseToAnyPublisher()
  case "share": return a.share().eraseToAnyPublisher()
  case "eraseToAnyPublisher": return a.eraseToAnyPublisher()
  default: throw bench.fail("unknown operator \"\(name)\"")
  }
}

private func double(_ value: ScenarioValue) -> ScenarioValue { .number(value.number! * 2) }

/// Half of an even number; an odd one has none.
private func half(_ value: ScenarioValue) throws -> ScenarioValue {
  guard value.number! % 2 == 0 else { throw ScenarioFailure("odd") }
  return .number(value.number! / 2)
}

private func add(_ sum: ScenarioValue, _ value: ScenarioValue) -> ScenarioValue {
  .number(sum.number! + value.number!)
}

/// Refuses a sum of two digits.
private func addUpTo9(_ sum: ScenarioValue, _ value: ScenarioValue) throws -> ScenarioValue {
  let sum = add(sum, value)
  if sum.number! > 9 { throw ScenarioFailure("big") }
  return sum
}

/// Takes what `print` says and drops it.
struct Silence: TextOutputStream { mutating func write(_ text: String) {} }
