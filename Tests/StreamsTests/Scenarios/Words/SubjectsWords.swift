import Streams
import StreamsTesting

func subjectWords(_ bench: ScenarioBench, _ name: String) throws -> ScenarioRunner.Stream? {
  switch name {
  case "passthrough":
    let subject = PassthroughSubject<ScenarioValue, ScenarioFailure>()
    try bench.drive(try bench.word(1), subject)
    return subject.eraseToAnyPublisher()
  case "current":
    let subject = CurrentValueSubject<ScenarioValue, ScenarioFailure>(ScenarioValue(try bench.word(2)))
    try bench.drive(try bench.word(1), subject)
    return subject.eraseToAnyPublisher()
  default: return nil
  }
}
