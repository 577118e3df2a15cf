import Combine
import Foundation

/// Behind a search field: what is typed, and what came of it.
public final class SearchModel: ObservableObject {
  public enum State: Equatable {
    case idle
    case searching(String)
    case found(Report)
    case failed(WeatherError)

    public var isDone: Bool {
      switch self {
      case .idle, .searching: return false
      case .found, .failed: return true
      }
    }
  }

  @Published public var text = ""
  @Published public private(set) var state = State.idle
  @Published public private(set) var history: [String] = []

  private var cancellables = Set<AnyCancellable>()

  /// Looks a city up when nothing has been typed for `pause`; the answer to an older search is not waited for.
  public init(service: any WeatherService, pause: DispatchQueue.SchedulerTimeType.Stride = .milliseconds(100)) {
    $text
      .debounce(for: pause, scheduler: DispatchQueue.main)
      .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
      .removeDuplicates()
      .map { city -> AnyPublisher<State, Never> in
        guard !city.isEmpty else { return Just(State.idle).eraseToAnyPublisher() }
        return service.report(for: city)
          .map(State.found)
          .catch { Just(State.failed($0)) }
          .prepend(.searching(city))
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .receive(on: DispatchQueue.main)
      .assign(to: &$state)

    $state
      .compactMap { state -> String? in
        if case .found(let report) = state { return report.city } else { return nil }
      }
      .scan([]) { Array(($0 + [$1]).suffix(3)) }
      .sink { [weak self] in self?.history = $0 }
      .store(in: &cancellables)
  }
}
