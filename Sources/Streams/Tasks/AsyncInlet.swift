/// Where tasks wait for the values of a stream, first come first served. Everything of it is used under its lock, and
/// nothing is called under that: no subscription, and no task goes on (C36).
@usableFromInline package final class AsyncInlet<Output, Failure: Error>: Subscriber, @unchecked Sendable {
  @usableFromInline package typealias Input = Output
  @usableFromInline package typealias Answer = Result<Output?, Failure>
  typealias Waiting = UnsafeContinuation<Answer, Never>

  private enum Phase { case waiting, active, over }

  private let lock = Lock()
  // Under the lock.
  @exclusivity(unchecked) private var phase = Phase.waiting
  @exclusivity(unchecked) private var subscription: (any Subscription & AnyObject)?
  @exclusivity(unchecked) private var waiting = Ring<Waiting>()
  /// Waits for the next who asks: it is thrown once.
  @exclusivity(unchecked) private var failure: Failure?

  @inlinable package convenience init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    self.init()
    publisher.receive(subscriber: self)
  }

  @usableFromInline package init() {}
  deinit { waiting.destroy() }

  @usableFromInline package func next(isolation actor: isolated (any Actor)?) async -> Answer {
    await withTaskCancellationHandler {
      await withUnsafeContinuation(isolation: actor) { wait($0) }
    } onCancel: {
      cancel()
    }
  }

  package var waitingCount: Int { lock.withLock { waiting.count } }

  private func wait(_ task: Waiting) {
    var answer: Answer?
    let upstream: (any Subscription)? = lock.withLock {
      switch phase {
      case .over:
        answer = failure.map { .failure($0) } ?? .success(nil)
        failure = nil
      case .waiting, .active: waiting.append(task)
      }
      return subscription
    }
    if let answer { task.resume(returning: answer) } else { upstream?.request(.max(1)) }
  }

  @usableFromInline package func receive(subscription: any Subscription) {
    let object = subscription._object
    let asked: Subscribers.Demand? = lock.withLock {
      guard phase == .waiting else { return nil }
      phase = .active
      self.subscription = object
      return .max(waiting.count)
    }
    guard let asked else { return subscription.cancel() }  // C8, C11
    if asked != .none { subscription.request(asked) }
  }

  @usableFromInline package func receive(_ input: Output) -> Subscribers.Demand {
    let task: Waiting? = lock.withLock {
      guard phase == .active else { return nil }
      guard let task = waiting.popFirst() else { preconditionFailure("a value came that nobody had asked for") }  // C20
      return task
    }
    nonisolated(unsafe) let answer = Answer.success(input)  // handed over: it came from anywhere
    task?.resume(returning: answer)
    return .none
  }

  @usableFromInline package func receive(completion: Subscribers.Completion<Failure>) {
    let (tasks, _) = close(with: completion)
    for (index, task) in tasks.enumerated() {
      if index == 0, case .failure(let failure) = completion {
        task.resume(returning: .failure(failure))
      } else {
        task.resume(returning: .success(nil))
      }
    }
  }

  /// Whoever waits gets nil.
  @usableFromInline package func cancel() {
    let (tasks, upstream) = close(with: nil)
    upstream?.cancel()
    for task in tasks { task.resume(returning: .success(nil)) }
  }

  /// The end, for the first who brings it about: who waits, and what is to be cancelled. nil: it is not upstream's,
  /// whose own counts only after its subscription (C10).
  private func close(with completion: Subscribers.Completion<Failure>?) -> ([Waiting], (any Subscription)?) {
    lock.withLock {
      if phase == .over || phase == .waiting && completion != nil { return ([], nil) }
      phase = .over
      var tasks: [Waiting] = []
      while let task = waiting.popFirst() { tasks.append(task) }
      if tasks.isEmpty, case .failure(let failure) = completion { self.failure = failure }
      defer { subscription = nil }
      return (tasks, subscription)
    }
  }
}
