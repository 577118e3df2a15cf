extension Publisher {
  /// Publishes at most one value in each `interval`: the newest, or the first if `latest` is false.
  ///
  /// The first value goes out at once, and so does one that comes when the last interval is over. Others wait for its
  /// end. The completion comes right after the value that waits (C92). Everything goes through `scheduler`. The next
  /// interval begins when a value was due, not when the scheduler got to it, so that a steady source of one value per
  /// interval loses nothing.
  ///
  /// Asks upstream for everything. A value uses up demand when it begins to wait; one that finds none is lost. Keeps
  /// one value, and one that is on its way. Cost per value: one atomic word, in and out, and one look at the clock; one
  /// scheduled action for each value that goes out.
  /// Differs from Combine: docs/decisions/032.
  @inlinable public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    .init(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// What ``Publisher/throttle(for:scheduler:latest:)`` makes.
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let latest: Bool

    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Throttling(subscriber, AsIs<Output>.self, interval, scheduler, latest))
    }
  }
}
