import Streams
import StreamsTesting

func erasureWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "eraseToAnyPublisher": return a.eraseToAnyPublisher()
  default: return nil
  }
}
