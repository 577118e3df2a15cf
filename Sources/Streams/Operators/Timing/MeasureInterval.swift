extension Publisher {
  /// Publishes, for each value, the time since the one before; for the first, the time since the subscription.
  ///
  /// Asks upstream for what is asked of it; what downstream returns for a value is asked for afterwards. The scheduler
  /// is only asked for the time: nothing runs on it, and `options` is not used. Cost per value: one look at the clock.
  @inlinable public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> {
    .init(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// What ``Publisher/measureInterval(using:options:)`` makes.
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Context.SchedulerTimeType.Stride
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let scheduler: Context

    @inlinable public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(subscriber, MeasureIntervalRule<Upstream.Output, Context>(scheduler)))
    }
  }
}

@usableFromInline package struct MeasureIntervalRule<Value, Context: Scheduler>: RelayRule {
  @inlinable package static var name: String { "MeasureInterval" }
  @inlinable package static var mayCancel: Bool { false }
  @inlinable package static var asksLater: Bool { true }
  @usableFromInline let scheduler: Context
  @usableFromInline var last: Context.SchedulerTimeType?
  @inlinable package init(_ scheduler: Context) { self.scheduler = scheduler }

  @inlinable package mutating func begin(_ subscription: any Subscription) { last = scheduler.now }

  @inlinable package mutating func step(_ input: Value) throws(Never) -> Step<Context.SchedulerTimeType.Stride> {
    let now = scheduler.now
    defer { last = now }
    return .emit((last ?? now).distance(to: now))
  }
}
