import Foundation
import Streams
import Testing

/// How long a test waits for what must come: for ever, on a machine that works.
var patience: DispatchTime { .now() + .seconds(120) }

/// Long enough for what must not happen to happen, on a machine that has time for it.
func wait(milliseconds: Int) { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds)) }

/// What work elsewhere noted, in order.
final class Notes<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Value] = []
  private let enough = DispatchSemaphore(value: 0)
  private let wanted: Int

  /// `wait` returns once so many were added.
  init(_ wanted: Int = .max) { self.wanted = wanted }

  func add(_ value: Value) {
    lock.withLock {
      values.append(value)
      if values.count == wanted { enough.signal() }
    }
  }
  var all: [Value] { lock.withLock { values } }
  func wait() -> Bool { enough.wait(timeout: patience) == .success }
}

/// Dies with the last closure that keeps it.
final class Canary: Sendable {}

/// A run loop in a thread of its own, until the body returns.
func withRunLoop<R>(_ body: (RunLoop) throws -> R) rethrows -> R {
  nonisolated(unsafe) var loop: RunLoop?
  nonisolated(unsafe) var isOver = false
  let (began, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let thread = Thread {
    loop = RunLoop.current
    began.signal()
    // Without timers and sources it does not wait.
    while !isOver { if !RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) { usleep(100) } }
    RunLoop.current.run()  // until the timers that were stopped are gone
    loop = nil
    ended.signal()
  }
  thread.start()
  began.wait()
  defer {
    loop!.schedule { isOver = true }
    ended.wait()
  }
  return try body(loop!)
}

extension RunLoop {
  /// Does `body` in the loop's thread, which can do nothing else meanwhile: what is scheduled there is not due too soon,
  /// however slow the machine is.
  func held<R>(_ body: @escaping () -> R) -> R {
    nonisolated(unsafe) var result: R?
    schedule { result = body() }
    settle()
    return result!
  }

  /// Returns once all that was scheduled before has run.
  func settle() {
    let done = DispatchSemaphore(value: 0)
    schedule { done.signal() }
    #expect(done.wait(timeout: patience) == .success)
  }
}
