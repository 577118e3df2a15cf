import Streams
import StreamsTesting

func sharingWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "multicast":
    let shared = a.multicast { PassthroughSubject<ScenarioValue, ScenarioFailure>() }
    bench.connect = { shared.connect() }
    return shared.eraseToAnyPublisher()
  case "makeConnectable":
    let shared = a.catch { _ in Empty<ScenarioValue, Never>() }.makeConnectable()
    bench.connect = { shared.connect() }
    return shared.setFailureType(to: ScenarioFailure.self).eraseToAnyPublisher()
  case "autoconnect":
    return a.multicast { PassthroughSubject<ScenarioValue, ScenarioFailure>() }.autoconnect().eraseToAnyPublisher()
  case "share": return a.share().eraseToAnyPublisher()
  default: return nil
  }
}
