extension Publisher {
  /// Delivers each value and the completion `interval` later, through `scheduler`, in the order they came.
  ///
  /// Asks upstream for what is asked of it; what downstream returns for a value is asked for after that value, so one
  /// at a time means one every `interval`. A failure is delayed like everything else (C45). The subscription, requests
  /// and cancelling are not delayed. What is under way is bounded by the demand, so it is unbounded if everything was
  /// asked for; cancelling drops it, also after upstream has completed (C64). Order is kept on concurrent schedulers
  /// too (C93). Cost per value: one scheduled action.
  /// Differs from Combine: docs/decisions/012, docs/decisions/013 and docs/decisions/032.
  ///
  /// - Parameter tolerance: how much later than that it may be; if nil, as little as the scheduler can.
  @inlinable public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    .init(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler,
      options: options)
  }
}

extension Publishers {
  /// What ``Publisher/delay(for:tolerance:scheduler:options:)`` makes.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let tolerance: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
      scheduler: Context, options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Nameless(  // as in Combine
          Hopping(subscriber, AsIs<Output>.self, scheduler, options, name: "", wait: (interval, tolerance))))
    }
  }
}
