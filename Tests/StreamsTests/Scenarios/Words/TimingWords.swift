import Streams
import StreamsTesting

func timingWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "debounce":
    return a.debounce(for: .milliseconds(try bench.number(2)), scheduler: bench.time).eraseToAnyPublisher()
  case "throttle":
    guard ["latest", "first"].contains(try bench.word(3)) else { throw bench.fail("throttle TICKS latest|first") }
    return a.throttle(
      for: .milliseconds(try bench.number(2)), scheduler: bench.time, latest: try bench.word(3) == "latest"
    ).eraseToAnyPublisher()
  case "delay": return a.delay(for: .milliseconds(try bench.number(2)), scheduler: bench.time).eraseToAnyPublisher()
  case "timeout":
    let failure = bench.scenario.stream.count > 3 ? ScenarioFailure(try bench.word(3)) : nil
    return a.timeout(
      .milliseconds(try bench.number(2)), scheduler: bench.time, customError: failure.map { failure in { failure } }
    ).eraseToAnyPublisher()
  case "measureInterval":
    return a.measureInterval(using: bench.time).map { .number($0.nanoseconds / ScenarioBench.tick.nanoseconds) }
      .eraseToAnyPublisher()
  case "subscribeOn": return a.subscribe(on: bench.time).eraseToAnyPublisher()
  case "collectByTime":
    return a.collect(.byTime(bench.time, .milliseconds(try bench.number(2)))).map { .list($0) }.eraseToAnyPublisher()
  case "collectByTimeOrCount":
    return a.collect(.byTimeOrCount(bench.time, .milliseconds(try bench.number(2)), try bench.number(3)))
      .map { .list($0) }.eraseToAnyPublisher()
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
  default: return nil
  }
}
