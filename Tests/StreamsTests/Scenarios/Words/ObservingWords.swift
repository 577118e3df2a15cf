import Streams
import StreamsTesting

func observingWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "print": return a.print("", to: Silence()).eraseToAnyPublisher()
  case "handleEvents": return a.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher()
  case "assertNoFailure": return a.assertNoFailure().failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "breakpoint": return a.breakpoint(receiveOutput: { _ in false }).eraseToAnyPublisher()
  default: return nil
  }
}

/// Takes what `print` says and drops it.
struct Silence: TextOutputStream { mutating func write(_ text: String) {} }
