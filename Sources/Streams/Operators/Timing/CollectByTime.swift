extension Publisher {
  /// Gathers what comes within each stretch of time, or up to so many values, and publishes it as one array.
  ///
  /// Time begins with the subscription. With `byTimeOrCount` a full group goes out at once, and time begins anew. A
  /// stretch in which nothing came makes no group. When upstream finishes, what there is goes out first; a failure
  /// drops it (C45). Groups and the completion go out on the scheduler.
  ///
  /// A group goes out only against demand: without it values are kept for the next one, and so is what is left when
  /// upstream finishes (C13, C47). `byTime` asks upstream for one value after the other whatever downstream asks, so
  /// what it keeps has no bound. `byTimeOrCount` asks for `count` values for each group; what a group went out short of
  /// is not asked for again. Cost per value: one atomic word, in and out. Cost per group: an array; a timer for a full
  /// one.
  /// Differs from Combine: docs/decisions/031.
  @inlinable public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    .init(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// When a group is complete.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// After each stretch of time.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// After each stretch of time, and when there are so many values.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }

  /// What ``Publisher/collect(_:options:)`` makes.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let strategy: TimeGroupingStrategy<Context>
    public let options: Context.SchedulerOptions?

    @inlinable public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
    ) {
      if case .byTimeOrCount(_, _, let count) = strategy {
        precondition(count > 0, "a group must have room for something")
      }
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let (alarm, count): (Alarm<Context>, Int?) =
        switch strategy {
        case .byTime(let scheduler, let time): (Alarm(scheduler, time, options), nil)
        case .byTimeOrCount(let scheduler, let time, let count): (Alarm(scheduler, time, options), count)
        }
      upstream.receive(subscriber: Grouping(subscriber, AsIs<Upstream.Output>.self, alarm, count) { $0 })
    }
  }
}
