import Synchronization

/// What a source whose values come from a task hands downstream. The task does not keep it: once it is gone and what
/// was asked for has come, nobody can ask any more, and the task ends.
@usableFromInline package final class AsyncOutlet: Subscription, NamedInLogs {
  @usableFromInline package let name: String
  package let demand: AsyncDemand

  /// The first request starts a task that runs `body`.
  @usableFromInline package init(_ name: String, _ body: @escaping (AsyncDemand) async -> Void) {
    self.name = name
    demand = AsyncDemand(body)
  }

  deinit { demand.close() }

  @usableFromInline package func request(_ more: Subscribers.Demand) {
    precondition(more != .none, "\(name): a demand of zero asks for nothing")  // C15
    demand.add(more)
  }

  @usableFromInline package func cancel() { demand.cancel() }
}

/// What is asked of a task, which waits here while that is nothing. Nothing is called under the lock: no task goes on,
/// and none is cancelled (C36).
@usableFromInline package final class AsyncDemand: @unchecked Sendable {
  @usableFromInline package typealias Body = (AsyncDemand) async -> Void
  private typealias Waiting = UnsafeContinuation<Subscribers.Demand?, Never>

  @usableFromInline let over = Atomic(false)
  private let lock = Lock()
  // Under the lock.
  @exclusivity(unchecked) private var asked = Subscribers.Demand.none
  /// Until the first request.
  @exclusivity(unchecked) private var body: Body?
  @exclusivity(unchecked) private var task: Task<Void, Never>?
  @exclusivity(unchecked) private var waiting: Waiting?
  /// Nobody can ask any more.
  @exclusivity(unchecked) private var isClosed = false

  fileprivate init(_ body: @escaping Body) { self.body = body }

  @inlinable package var isOver: Bool { over.load(ordering: .relaxed) }

  package var isAwaited: Bool { lock.withLock { waiting != nil } }

  // MARK: in the task

  /// All that was asked for. Waits while that is nothing; nil if nothing can come any more.
  @usableFromInline package func take() async -> Subscribers.Demand? {
    await withUnsafeContinuation { wait($0) }
  }

  private func wait(_ task: Waiting) {
    var all: Subscribers.Demand?
    let mustWait: Bool = lock.withLock {
      if isOver || isClosed && asked == .none { return false }
      if asked == .none {
        waiting = task
        return true
      }
      (all, asked) = (asked, .none)
      return false
    }
    if !mustWait { task.resume(returning: all) }
  }

  /// The stream has ended by itself. True unless it was cancelled before (C61).
  @usableFromInline package func end() -> Bool {
    let gone = lock.withLock { shut() }
    return withExtendedLifetime(gone) { gone != nil }
  }

  // MARK: from anywhere

  fileprivate func add(_ more: Subscribers.Demand) {
    var answered: (Waiting, Subscribers.Demand)?
    var begun: Body?
    lock.withLock {
      if isOver { return }
      asked += more
      begun = body.take()
      guard let waiting = waiting.take() else { return }
      answered = (waiting, asked)
      asked = .none
    }
    answered?.0.resume(returning: answered?.1)
    guard let begun else { return }
    nonisolated(unsafe) let handed = begun  // to the task: nobody else has it
    let task = Task { await handed(self) }
    let isLate: Bool = lock.withLock {
      if !isOver { self.task = task }
      return isOver
    }
    if isLate { task.cancel() }  // cancelled meanwhile, or at its end already
  }

  fileprivate func cancel() {
    guard let (task, waiting, body) = lock.withLock({ shut() }) else { return }
    task?.cancel()
    waiting?.resume(returning: nil)
    withExtendedLifetime(body) {}  // with it the subscriber: not under the lock (C37)
  }

  fileprivate func close() {
    let waiting: Waiting? = lock.withLock {
      isClosed = true
      return self.waiting.take()
    }
    waiting?.resume(returning: nil)
  }

  /// Under the lock: what there was, for the first who ends it.
  private func shut() -> (Task<Void, Never>?, Waiting?, Body?)? {
    if over.exchange(true, ordering: .relaxed) { return nil }
    defer { (task, waiting, body) = (nil, nil, nil) }
    return (task, waiting, body)
  }
}
