import Dispatch
import Streams
import StreamsTesting
import Testing

/// A scheduler, and all that a test has to know about where it runs its work.
protocol Place<Clock>: Sendable {
  associatedtype Clock: Scheduler
  var clock: Clock { get }
  /// Whether this is where the scheduler runs its work.
  var isHere: Bool { get }
  /// Returns once nothing runs there, and nothing will until `release()`.
  func hold()
  func release()
  /// Returns once the condition holds, which is looked at whenever the bell rings; false if it does not come to hold.
  func wait(_ bell: Bell, until condition: () -> Bool) -> Bool
  /// Ends what was started for the test.
  func end()
}

extension Place {
  typealias Moment = Clock.SchedulerTimeType
  typealias Span = Clock.SchedulerTimeType.Stride

  /// Waits in the thread of the test, which is nobody's scheduler.
  func wait(_ bell: Bell, until condition: () -> Bool) -> Bool {
    while !condition() { if !bell.wait() { return condition() } }
    return true
  }

  /// A moment so far away that no test sees it.
  var far: Span { .seconds(10_000) }

  /// Runs an action there and waits for it.
  func visit(_ action: @escaping () -> Void) {
    let bell = Bell()
    let isDone = Flag()
    clock.schedule {
      action()
      isDone.set()
      bell.ring()
    }
    #expect(wait(bell) { isDone.isSet }, "the scheduler did nothing")
  }

  /// Lets so much time pass, and what was due in it happen.
  func pass(_ span: Span) {
    let bell = Bell()
    let isDone = Flag()
    clock.schedule(after: clock.now.advanced(by: span)) {
      isDone.set()
      bell.ring()
    }
    #expect(wait(bell) { isDone.isSet }, "time did not pass")
    visit {}
  }
}

/// How long a test waits for what must come, whatever else the machine does.
let patience = 60

/// Rung when something came.
final class Bell: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func ring() { semaphore.signal() }
  /// False if it did not ring.
  func wait() -> Bool { semaphore.wait(timeout: .now() + .seconds(patience)) == .success }
}

/// Set once. What was done before is seen by who finds it set, also for ThreadSanitizer.
final class Flag: @unchecked Sendable {
  private let lock = Lock()
  private var value = false
  func set() { lock.withLock { value = true } }
  var isSet: Bool { lock.withLock { value } }
}

/// Makes a scheduler's threads wait.
final class Gate: Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  /// Waits until so many threads are in it.
  func close(with count: Int, _ enter: (@escaping @Sendable () -> Void) -> Void) {
    for _ in 0..<count {
      enter {
        self.arrived.signal()
        self.opened.wait()
      }
    }
    for _ in 0..<count {
      #expect(arrived.wait(timeout: .now() + .seconds(patience)) == .success, "the scheduler did not come")
    }
  }

  func open(for count: Int) { for _ in 0..<count { opened.signal() } }
}
