extension Publisher {
  /// Delivers values and the completion through `scheduler`, in the order they came.
  ///
  /// Asks upstream for what is asked of it; what downstream returns for a value is asked for afterwards (C90). The
  /// subscription, requests and cancelling are not scheduled. What is under way is bounded by the demand, so it is
  /// unbounded if everything was asked for. Cancelling drops what is under way, also after upstream has completed.
  /// Order is kept on concurrent schedulers too (C93).
  ///
  /// Cost per value: one scheduled action. On the schedulers of this package up to 256 values that follow one another
  /// share an action, as long as it has not begun and nothing else was scheduled in between: one short lock each. Work
  /// that goes to a `DispatchQueue` with `async` is not seen: it comes after all values sent before it, and perhaps
  /// after some sent later.
  /// Differs from Combine: docs/decisions/012, docs/decisions/013, docs/decisions/032 and docs/decisions/033.
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
