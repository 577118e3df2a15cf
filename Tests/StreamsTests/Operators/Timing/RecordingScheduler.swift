import Streams
import StreamsTesting

/// A scheduler that writes down what it is asked, and runs what a test tells it to, in any order: so it can be as
/// concurrent as a scheduler may be. Times are in seconds.
final class RecordingScheduler: Scheduler {
  typealias SchedulerTimeType = VirtualTime.SchedulerTimeType
  typealias SchedulerOptions = String

  /// One piece of work. Cancelling it is written down, and does nothing if the scheduler says so.
  final class Work: Cancellable {
    let number: Int
    let action: () -> Void
    unowned let scheduler: RecordingScheduler
    init(_ number: Int, _ scheduler: RecordingScheduler, _ action: @escaping () -> Void) {
      self.number = number
      self.scheduler = scheduler
      self.action = action
    }
    func cancel() {
      scheduler.log.append("cancel \(number)")
      if scheduler.cancelWorks { scheduler.waiting.removeAll { $0 === self } }
    }
  }

  private(set) var log: [String] = []
  private(set) var waiting: [Work] = []
  /// Whether tokens do anything.
  let cancelWorks: Bool
  /// Whether work runs at once, inside the call that schedules it.
  let isImmediate: Bool
  var seconds = 0
  private var count = 0

  init(cancelWorks: Bool = true, isImmediate: Bool = false) {
    self.cancelWorks = cancelWorks
    self.isImmediate = isImmediate
  }

  var now: SchedulerTimeType {
    log.append("now")
    return .init(nanoseconds: seconds * 1_000_000_000)
  }

  var minimumTolerance: SchedulerTimeType.Stride {
    log.append("minimumTolerance")
    return .seconds(7)
  }

  func schedule(options: String?, _ action: @escaping () -> Void) {
    add("schedule(\(options ?? "nil"))", action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: String?,
    _ action: @escaping () -> Void
  ) {
    add("after \(seconds(date)) ±\(seconds(tolerance)) (\(options ?? "nil"))", action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: String?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    add(
      "after \(seconds(date)) every \(seconds(interval)) ±\(seconds(tolerance)) (\(options ?? "nil"))", action)
  }

  /// What was asked since the last time.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// Runs the piece of work with this number, counted from 1 in the order in which it was scheduled. It stays, as a
  /// repeating one does, if `again`.
  func run(_ number: Int, again: Bool = false) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    let work = again ? waiting[place] : waiting.remove(at: place)
    work.action()
  }

  /// Drops all work without running it.
  func forget() { waiting = [] }

  private func seconds(_ date: SchedulerTimeType) -> Int { date.nanoseconds / 1_000_000_000 }
  private func seconds(_ stride: SchedulerTimeType.Stride) -> Int { stride.nanoseconds / 1_000_000_000 }

  @discardableResult private func add(_ text: String, _ action: @escaping () -> Void) -> Work {
    count += 1
    log.append(text)
    let work = Work(count, self, action)
    if isImmediate { action() } else { waiting.append(work) }
    return work
  }
}
