extension Publisher {
  /// Publishes a value once `dueTime` has passed without a newer one.
  ///
  /// Asks upstream for everything. A value that is due without demand is lost. The completion goes through the
  /// scheduler, and drops the value still waiting (C91). Buffer: one value. Cost per value: one atomic word, in and
  /// out, and one timer of the scheduler.
  /// Differs from Combine: docs/decisions/012 and docs/decisions/032.
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
