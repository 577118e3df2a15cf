extension Publisher {
  /// Ends the stream if nothing comes from upstream for `interval`.
  ///
  /// The clock starts with the subscription, and again with the first request and with each value, whether or not
  /// anything was asked for. When the time is up, upstream is cancelled, and the stream fails with `customError`, or
  /// finishes if there is none; values that came in time go out before that. Values and the completion go through
  /// `scheduler`, in the order they came (C93). On ``ImmediateScheduler`` the time is up at once.
  ///
  /// Asks upstream for what is asked of it; what downstream returns for a value is asked for afterwards. What is under
  /// way is bounded by the demand. Cost per value: one timer of the scheduler, and an action as for `receive(on:)`.
  /// Differs from Combine: docs/decisions/030, docs/decisions/032 and docs/decisions/033.
  @inlinable public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    .init(upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

extension Publishers {
  /// What ``Publisher/timeout(_:scheduler:options:customError:)`` makes.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?
    public let customError: (() -> Upstream.Failure)?

    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Hopping(
          subscriber, AsIs<Output>.self, scheduler, options, name: "Timeout",
          limit: interval, customError: customError))
    }
  }
}
