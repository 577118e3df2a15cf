import Combine
import Foundation

/// What a label shows, kept up to date by key path.
public final class Headline {
  @Published public private(set) var text = ""
  private var cancellables = Set<AnyCancellable>()

  public init(search: SearchModel, settings: Settings) {
    search.$state
      .combineLatest(settings.units)
      .map { state, unit -> String in
        switch state {
        case .idle: return "Where?"
        case .searching(let city): return "\(city)..."
        case .found(let report): return "\(report.city): \(unit.text(of: report.celsius)), \(report.sky)"
        case .failed: return "No report"
        }
      }
      .removeDuplicates()
      .debounce(for: .milliseconds(20), scheduler: RunLoop.main)
      .assign(to: \.text, on: self)
      .store(in: &cancellables)
  }

  /// `assign(to:on:)` keeps its object.
  public func stop() {
    cancellables.removeAll()
  }
}
