import Streams
import StreamsTesting

/// A serial queue that a test runs by hand, with a tally, so that values may join an action that waits. Time stands
/// still: what is scheduled for later waits in the same queue.
final class HandQueue: Scheduler, @unchecked Sendable {
  typealias SchedulerTimeType = VirtualTime.SchedulerTimeType
  typealias SchedulerOptions = Never

  private let lock = Lock()
  /// Under the lock.
  private var waiting = Ring<Work>()
  private let tally = _Tally()
  /// Happens while the queue takes an action.
  var onSchedule: (() -> Void)?

  private struct Work { let run: () -> Void }

  deinit { waiting.destroy() }

  var now: SchedulerTimeType { .init(nanoseconds: 0) }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }
  var count: Int { lock.withLock { waiting.count } }

  func _tally(_ options: Never?) -> _Tally? { tally }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    lock.withLock { waiting.append(Work(run: action)) }
    tally.add()
    onSchedule?()
  }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { schedule(options: nil, action) }
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable { Subscriptions.empty }

  /// Runs the oldest action. False if there is none.
  @discardableResult func runOne() -> Bool {
    let work = lock.withLock { waiting.popFirst() }
    work?.run()
    return work != nil
  }
  func run() { while runOne() {} }

  /// Drops everything that waits.
  func forget() {
    var gone = Ring<Work>()
    lock.withLock { swap(&gone, &waiting) }
    gone.destroy()
  }
}
