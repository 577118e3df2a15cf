extension Publisher {
  /// Delivers values and the completion through `scheduler`, in the order they came.
  ///
  /// Asks upstream for what is asked of it; what downstream returns for a value is asked for afterwards (C90). The
  /// subscription, requests and cancelling are not scheduled. What is under way is bounded by the demand, so it is
  /// unbounded if everything was asked for. Cancelling drops what is under way, also after upstream has completed.
  /// Order is kept on concurrent schedulers too (C93). Cost per value: one scheduled action.
  @inlinable public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> {
    .init(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// What ``Publisher/receive(on:options:)`` makes.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

    @inlinable public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Hopping(subscriber, AsIs<Output>.self, scheduler, options))
    }
  }
}

/// A queue that is filled where upstream is and emptied where the scheduler runs.
@usableFromInline
package final class Hopping<How: Holding, Context: Scheduler, Downstream: Subscriber>: Stage,
  Subscriber
where How.Passing == Downstream.Input {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package enum Item {
    case value(How.Held)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let scheduler: Context
  @usableFromInline package let options: Context.SchedulerOptions?
  @usableFromInline package let queueLock = Lock()
  /// Under `queueLock`: filled by upstream while someone else has the turn.
  @exclusivity(unchecked) @usableFromInline package var queue = Ring<Item>()

  @inlinable package init(
    _ downstream: Downstream, _: How.Type, _ scheduler: Context, _ options: Context.SchedulerOptions?
  ) {
    self.downstream = downstream
    self.scheduler = scheduler
    self.options = options
    super.init("ReceiveOn") { stage, demand in stage.owe(demand) }
  }

  @inlinable deinit { queue.destroy() }

  @inlinable package func receive(subscription: any Subscription) {
    guard begin(subscription) else { return }
    downstream.receive(subscription: makeValve())
    leave()
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    if isActive { put(.value(How.hold(input))) }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    if isActive, end() { put(.completion(completion)) }
  }

  @inlinable package func put(_ item: Item) {
    queueLock.withLock { queue.append(item) }
    scheduler.schedule(options: options) { self.perform { self.sendNext() } }
  }

  /// In turn: one item for each action.
  @inlinable package func sendNext() {
    switch queueLock.withLock({ queue.popFirst() }) {
    case .value(let held)?:
      let more = How.lend(held) { downstream.receive($0) }
      if more != .none { owe(more) }
    case .completion(let completion)?: if close() { downstream.receive(completion: completion) }
    case nil: break
    }
  }
}
