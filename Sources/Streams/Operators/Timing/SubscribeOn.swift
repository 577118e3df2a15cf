extension Publisher {
  /// Subscribes to upstream, asks it and cancels it on `scheduler`. Values and the completion come as upstream sends
  /// them.
  ///
  /// Asks upstream for what is asked of it. The subscription arrives when the scheduler has got to it. Cancelling stops
  /// values at once, and reaches upstream through the scheduler; a request that is still on its way then is not made.
  /// Cost: one scheduled action for each request; per value, one relaxed load.
  /// Differs from Combine: docs/decisions/006 and docs/decisions/032.
  @inlinable public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    .init(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// What ``Publisher/subscribe(on:options:)`` makes.
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
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
      let (upstream, scheduler, options) = (upstream, scheduler, options)
      let relay = Relay(
        subscriber,
        SubscribeOnRule<Output> { if scheduler._isOver { $0() } else { scheduler.schedule(options: options, $0) } })
      scheduler.schedule(options: options) { upstream.receive(subscriber: relay) }
    }
  }
}
