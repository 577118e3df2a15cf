import Streams
import Synchronization

/// An action on the loop's agenda, and the token that cancels it.
final class ScheduledWork: Appointment, Cancellable {
  private let loop: Loop
  private let interval: Int?
  private let isCancelled = Atomic<Bool>(false)
  /// Belongs to the loop's thread, where it is also released (C37).
  @exclusivity(unchecked) private var action: (() -> Void)?

  init(on loop: Loop, due: Int, every interval: Int?, _ action: @escaping () -> Void) {
    self.loop = loop
    self.interval = interval
    self.action = action
    super.init(due: due)
  }

  @available(*, unavailable) override init(due: Int) { fatalError() }

  func begin() { if isCancelled.load(ordering: .relaxed) { action = nil } else { loop.schedule(self) } }

  override func keep(at now: Int) {
    guard !isCancelled.load(ordering: .relaxed), let action else { return }
    if let interval {
      due = due.nextTurn(every: interval, now: now)
      loop.schedule(self)  // before the action, which may cancel it (C96)
    } else {
      self.action = nil
    }
    action()
  }

  override func drop() { action = nil }

  func cancel() {
    guard !isCancelled.exchange(true, ordering: .relaxed) else { return }
    loop.perform { [self] in
      loop.unschedule(self)
      action = nil
    }
  }
}
