import Streams
import StreamsTesting

func timingWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
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
  default: return nil
  }
}
