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
  case "published":
    let owner = Owner(ScenarioValue(try bench.word(2)))
    try bench.input(try bench.word(1)).catch { _ in Empty<ScenarioValue, Never>() }.assign(to: &owner.$value)
    return owner.$value.map { value in withExtendedLifetime(owner) { value } }
      .setFailureType(to: ScenarioFailure.self).eraseToAnyPublisher()
  default: return nil
  }
}

/// A property that a lane moves.
private final class Owner {
  @Published var value: ScenarioValue
  init(_ value: ScenarioValue) { self.value = value }
}
