import Combine
import Foundation

/// Counts how often a screen was refreshed.
public final class Refresher: ObservableObject {
  @Published public private(set) var count = 0
  private var timer: AnyCancellable?

  public init() {}

  public func start(every interval: TimeInterval) {
    timer = Timer.publish(every: interval, on: .main, in: .common)
      .autoconnect()
      .sink { [weak self] _ in self?.count += 1 }
  }

  public func stop() {
    timer = nil
  }
}
