import Dispatch
import Foundation
import Streams

/// An operation that becomes ready at a date. A cancelled one is ready at once, and does nothing.
final class DelayedOperation: Operation, Cancellable, @unchecked Sendable {
  private let date: Date
  private let tolerance: TimeInterval
  private let action: RepeatedAction
  private let lock = Lock()
  // Under the lock.
  private var isDue = false
  private var timer: (any DispatchSourceTimer)?

  init(until date: Date, tolerance: TimeInterval, _ action: @escaping () -> Void) {
    self.date = date
    self.tolerance = tolerance
    self.action = RepeatedAction(action)
  }

  override var isReady: Bool { (isCancelled || lock.withLock { isDue }) && super.isReady }

  override func main() {
    action.run()
    action.stop()
  }

  override func cancel() {
    super.cancel()
    lock.withLock { timer.take() }?.cancel()
    action.stop()
  }

  /// Puts it into the queue, to wait there.
  func enter(_ queue: OperationQueue) {
    lock.withLock { isDue = date <= Date() }
    queue.addOperation(self)
    if lock.withLock({ isDue }) { return }
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { [weak self] in self?.look() }
    lock.withLock { self.timer = timer }
    wait(by: timer)
    timer.resume()
    if isCancelled { cancel() }
  }

  private func wait(by timer: any DispatchSourceTimer) {
    let nanoseconds = Int.nanoseconds(seconds: date.timeIntervalSinceNow)
    timer.schedule(
      deadline: .now() + .nanoseconds(max(nanoseconds, 0)),
      leeway: .nanoseconds(max(.nanoseconds(seconds: tolerance), 0)))
  }

  /// The time of day is not the clock that timers go by: it may not be time yet.
  private func look() {
    if Date() < date { return lock.withLock { timer }.map { wait(by: $0) } ?? () }
    lock.withLock {
      isDue = true
      return timer.take()
    }?.cancel()
    willChangeValue(for: \.isReady)
    didChangeValue(for: \.isReady)
  }
}

/// An action that is done again and again, each time by an operation of its own.
final class RepeatedOperation: Cancellable, @unchecked Sendable {
  private let queue: OperationQueue
  private let interval: TimeInterval
  private let tolerance: TimeInterval
  private let action: RepeatedAction
  private let lock = Lock()
  // Under the lock.
  private var isOver = false
  private var next: DelayedOperation?

  init(on queue: OperationQueue, every interval: TimeInterval, tolerance: TimeInterval, _ action: @escaping () -> Void)
  {
    self.queue = queue
    self.interval = interval > 0.000_000_001 ? interval : 0.000_000_001  // also if it is not a number
    self.tolerance = tolerance
    self.action = RepeatedAction(action)
  }

  func enter(at date: Date) {
    let operation = DelayedOperation(until: date, tolerance: tolerance) { self.turn(at: date) }
    if lock.withLock({
      next = isOver ? nil : operation
      return isOver
    }) {
      return
    }
    operation.enter(queue)
  }

  private func turn(at date: Date) {
    action.run()
    let missed = max(0, (-date.timeIntervalSinceNow / interval).rounded(.down))
    enter(at: date.addingTimeInterval((missed + 1) * interval))
  }

  func cancel() {
    action.stop()
    lock.withLock {
      isOver = true
      return next.take()
    }?.cancel()
  }
}
