import Streams
import StreamsTesting

func publisherWords(_ bench: ScenarioBench, _ name: String) throws -> ScenarioRunner.Stream? {
  let words = bench.scenario.stream.dropFirst()
  switch name {
  case "just": return Just(ScenarioValue(try bench.word(1))).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "values":
    return words.map { ScenarioValue($0) }.publisher.failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "empty": return Empty<ScenarioValue, ScenarioFailure>().eraseToAnyPublisher()
  case "never": return Empty<ScenarioValue, ScenarioFailure>(completeImmediately: false).eraseToAnyPublisher()
  case "fail":
    return Fail<ScenarioValue, ScenarioFailure>(error: ScenarioFailure(try bench.word(1))).eraseToAnyPublisher()
  case "optional":
    return words.first.map { ScenarioValue($0) }.publisher.failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "result":
    let word = try bench.word(1)
    let result: Result<ScenarioValue, ScenarioFailure> =
      failure(word).map { .failure($0) } ?? .success(ScenarioValue(word))
    return result.publisher.eraseToAnyPublisher()
  case "record":
    return Record<ScenarioValue, ScenarioFailure> { recording in
      for word in words {
        if let failure = failure(word) {
          recording.receive(completion: .failure(failure))
        } else if word == "|" {
          recording.receive(completion: .finished)
        } else {
          recording.receive(ScenarioValue(word))
        }
      }
    }.eraseToAnyPublisher()
  case "deferred":
    let input = try bench.input(try bench.word(1))
    return Deferred { input }.eraseToAnyPublisher()
  case "future":
    let input = try bench.input(try bench.word(1))
    return Future<ScenarioValue, ScenarioFailure> { promise in
      input.subscribe(
        Subscribers.Sink(
          receiveCompletion: { if case .failure(let failure) = $0 { promise(.failure(failure)) } },
          receiveValue: { promise(.success($0)) }))
    }.eraseToAnyPublisher()
  default: return nil
  }
}

/// The failure that a word `!e` names.
private func failure(_ word: String) -> ScenarioFailure? {
  word.hasPrefix("!") ? ScenarioFailure(String(word.dropFirst())) : nil
}
