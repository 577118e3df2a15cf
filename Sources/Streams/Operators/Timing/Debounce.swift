extension Publisher {
  /// Publishes a value once `dueTime` has passed without a newer one.
  ///
  /// Asks upstream for everything. A value that is due without demand is lost. The completion goes through the
  /// scheduler, and drops the value still waiting (C91). Buffer: one value. Cost per value: one atomic word, in and
  /// out, and one timer of the scheduler.
  @inlinable public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    .init(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// What ``Publisher/debounce(for:scheduler:options:)`` makes.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let dueTime: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

    @inlinable public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Debouncing(subscriber, AsIs<Output>.self, dueTime, scheduler, options))
    }
  }
}

/// One value, and the timer that lets it go.
@usableFromInline
package final class Debouncing<How: Holding, Context: Scheduler, Downstream: Subscriber>: Stage,
  Subscriber
where How.Passing == Downstream.Input {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let dueTime: Context.SchedulerTimeType.Stride
  @usableFromInline package let scheduler: Context
  @usableFromInline package let options: Context.SchedulerOptions?
  // In turn.
  @exclusivity(unchecked) @usableFromInline package var latest: How.Held?
  @exclusivity(unchecked) @usableFromInline package var timer: (any Cancellable)?
  /// Counts the values: a timer that cannot be stopped any more finds that it is not the newest.
  @exclusivity(unchecked) @usableFromInline package var generation = 0

  @inlinable package init(
    _ downstream: Downstream, _: How.Type, _ dueTime: Context.SchedulerTimeType.Stride, _ scheduler: Context,
    _ options: Context.SchedulerOptions?
  ) {
    self.downstream = downstream
    self.dueTime = dueTime
    self.scheduler = scheduler
    self.options = options
    super.init("Debounce", onEnd: { unsafeDowncast($0, to: Debouncing<How, Context, Downstream>.self).drop() }) {
      _, _ in
    }
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard begin(subscription) else { return }
    downstream.receive(subscription: makeValve())
    leave()
    subscription.request(.unlimited)
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard isActive else { return .none }
    let held = How.hold(input)
    perform { self.restart(held) }
    return .none
  }

  /// In turn. The new timer is set before the old one is cancelled.
  @inlinable package func restart(_ held: How.Held) {
    latest = held
    generation &+= 1
    let mine = generation
    let now = scheduler.now
    let old = timer
    timer = scheduler.schedule(
      after: now.advanced(by: dueTime), interval: dueTime, tolerance: scheduler.minimumTolerance, options: options
    ) { self.due(mine) }
    old?.cancel()
  }

  @inlinable package func due(_ mine: Int) {
    perform {
      guard mine == self.generation, let held = self.latest else { return }
      self.latest = nil
      self.timer.take()?.cancel()
      if self.demand == .none { return }
      self.demand.takeOne()
      self.demand += How.lend(held) { self.downstream.receive($0) }
    }
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard isActive, end() else { return }
    perform {
      self.drop()
      self.scheduler.schedule(options: nil) {
        self.perform { if self.close() { self.downstream.receive(completion: completion) } }
      }
    }
  }

  /// In turn, or when nobody will have it again.
  @inlinable package func drop() {
    generation &+= 1
    latest = nil
    timer.take()?.cancel()
  }
}
