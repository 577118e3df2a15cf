/// An action that runs until somebody stops it, from whatever thread. For schedulers that repeat work.
///
/// What stops it lets go of the action at once, also while a timer still refers to this object (C73). A turn under way
/// goes on to its end.
package final class RepeatedAction: @unchecked Sendable {
  private let lock = Lock()
  // Under the lock.
  private var action: (() -> Void)?

  package init(_ action: @escaping () -> Void) { self.action = action }

  /// One turn happens before the next. Schedulers see to that in ways that ThreadSanitizer does not know: this it does.
  package func run() {
    lock.withLock { action }?()
    lock.withLock {}
  }

  package var isStopped: Bool { lock.withLock { action == nil } }

  /// True for whoever stopped it, false if it was stopped before.
  @discardableResult package func stop() -> Bool {
    // The action may own what its release cancels: let go of it outside the lock (C37).
    let stopped = lock.withLock { action.take() }
    return stopped != nil
  }
}
