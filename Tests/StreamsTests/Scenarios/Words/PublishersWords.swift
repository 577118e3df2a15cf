import Streams
import StreamsTesting

func publisherWords(_ bench: ScenarioBench, _ name: String) throws -> ScenarioRunner.Stream? {
  switch name {
  case "just": return Just(ScenarioValue(try bench.word(1))).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "values":
    let values = bench.scenario.stream.dropFirst().map { ScenarioValue($0) }
    return values.publisher.failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "empty": return Empty<ScenarioValue, ScenarioFailure>().eraseToAnyPublisher()
  case "never": return Empty<ScenarioValue, ScenarioFailure>(completeImmediately: false).eraseToAnyPublisher()
  case "fail":
    return Fail<ScenarioValue, ScenarioFailure>(error: ScenarioFailure(try bench.word(1))).eraseToAnyPublisher()
  default: return nil
  }
}
