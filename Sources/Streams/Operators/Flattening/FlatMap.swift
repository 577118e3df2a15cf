extension Publisher {
  /// Turns each value into a publisher and merges what they publish, at most `maxPublishers` at a time.
  ///
  /// - The outer stream is asked for `maxPublishers`, and for one more whenever one of its streams is over and none of
  ///   that one's values waits. `.none` asks for nothing.
  /// - Each inner stream is asked for one value at a time, for everything once everything is asked of this one. Values
  ///   for which there is no demand wait, one of each stream that runs (C20).
  /// - Finishes when the outer stream and all inner ones have and nothing waits; a failure of any goes down at once,
  ///   cancels the rest and drops what waits (C45). Cancelling cancels inner streams first (C62).
  /// - A demand of zero traps (C15). Values of different streams come as they come; `.max(1)` keeps the order.
  ///
  /// Cost per value: one atomic word, in and out; per inner stream one allocation, none for `Just`.
  /// Differs from Combine: docs/decisions/009 and docs/decisions/014.
  @inlinable public func flatMap<Result, P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Output == Result, P.Failure == Failure {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  /// For inner streams that cannot fail. As ``flatMap(maxPublishers:_:)``.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    .init(upstream: self, maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// For an outer stream that cannot fail. As ``flatMap(maxPublishers:_:)``.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// When neither can fail. As ``flatMap(maxPublishers:_:)``.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publishers {
  /// What ``Publisher/flatMap(maxPublishers:_:)`` makes.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let maxPublishers: Subscribers.Demand
    public let transform: (Upstream.Output) -> NewPublisher

    @inlinable public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let inners = Inners(subscriber, maxPublishers, AsIs<Output>.self, transform)
      inners.open()  // eager (C5)
      upstream.receive(subscriber: OuterSide(inners))
    }
  }
}
