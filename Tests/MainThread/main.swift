// Schedules on everything that belongs to the main thread, and serves it by `RunLoop.main.run()`, or by `dispatchMain()`
// if that is the argument. Ends with 0 once all of it has run. MainThreadTests runs it: the main thread of a test is taken.
import Dispatch
import Foundation
import Streams
import StreamsDispatch
import StreamsFoundation

/// What has still to run. The last one ends the program.
final class Pending: @unchecked Sendable {
  private let lock = NSLock()
  private var names: Set<String> = []

  func add(_ name: String) -> () -> Void {
    lock.withLock { _ = names.insert(name) }
    return {
      precondition(servedByDispatch || Thread.isMainThread, "\(name): not in the main thread")
      let isLast = self.lock.withLock { self.names.remove(name) != nil && self.names.isEmpty }
      if isLast { exit(0) }
    }
  }
}

let servedByDispatch = CommandLine.arguments.contains("dispatchMain")
let pending = Pending()

/// Now, later, repeatedly until the token is cancelled, and from another thread while the main one sleeps.
func schedule<Context: Scheduler & SendableMetatype>(on scheduler: Context, _ name: String) {
  scheduler.schedule(pending.add("\(name) now"))
  scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(5)), pending.add("\(name) later"))
  let (third, fromElsewhere) = (pending.add("\(name) repeatedly"), pending.add("\(name) from another thread"))
  nonisolated(unsafe) var token: (any Cancellable)?
  nonisolated(unsafe) var turns = 0
  token = scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(5)), interval: .milliseconds(5)) {
    turns += 1
    guard turns == 3 else { return }
    token?.cancel()
    third()
  }
  nonisolated(unsafe) let (elsewhere, action) = (scheduler, fromElsewhere)
  Thread.detachNewThread {
    usleep(50_000)
    elsewhere.schedule(action)
  }
}

schedule(on: DispatchQueue.main, "DispatchQueue.main")
schedule(on: OperationQueue.main, "OperationQueue.main")
if servedByDispatch { dispatchMain() }
schedule(on: RunLoop.main, "RunLoop.main")
let beat = pending.add("Timer.publish")
let ticking = Timer.publish(every: 0.01, on: .main, in: .common).autoconnect().prefix(3).sink(
  receiveCompletion: { _ in beat() }, receiveValue: { _ in })
RunLoop.main.run()
