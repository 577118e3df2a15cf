import Foundation

/// A state that several threads change, and that a test waits for.
final class Watched<State>: @unchecked Sendable {
  private let condition = NSCondition()
  private var state: State

  init(_ state: State) { self.state = state }

  var now: State { condition.withLock { state } }

  func change(_ body: (inout State) -> Void) {
    condition.withLock {
      body(&state)
      condition.broadcast()
    }
  }

  /// Waits until it is so. False: it was not, within the time.
  func wait(seconds: Double = 30, until isSo: (State) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while !isSo(state) { if !condition.wait(until: deadline) { return isSo(state) } }
      return true
    }
  }
}
