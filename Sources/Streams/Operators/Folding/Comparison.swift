extension Publisher where Output: Comparable {
  /// Publishes the least value when upstream has finished; of equal ones the first.
  ///
  /// Asks upstream for everything at once and keeps one value, which waits until it is asked for (C47). A stream
  /// without values finishes without one and without demand, a failure is passed on at once. Asking for zero traps.
  /// Differs from Combine: docs/decisions/020.
  @inlinable public func min() -> Publishers.Comparison<Self> { min(by: <) }

  /// Publishes the greatest value when upstream has finished; of equal ones the first. Otherwise as `min()`.
  @inlinable public func max() -> Publishers.Comparison<Self> { max(by: <) }
}

extension Publisher {
  /// Publishes the least value in that order when upstream has finished; of those that are level the first.
  /// A value sent from inside the closure may be left out: docs/decisions/065. Otherwise as `min()`.
  @inlinable public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    .init(upstream: self, areInIncreasingOrder: { areInIncreasingOrder($1, $0) })
  }

  /// Publishes the greatest value in that order when upstream has finished; of those that are level the first.
  /// Otherwise as `min()`.
  @inlinable public func max(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Publishes the least value in that order; an error thrown by it cancels upstream and fails at once.
  /// Otherwise as `min()`.
  @inlinable public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    .init(upstream: self, areInIncreasingOrder: { try areInIncreasingOrder($1, $0) })
  }

  /// Publishes the greatest value in that order; an error thrown by it cancels upstream and fails at once.
  /// Otherwise as `min()`.
  @inlinable public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// The value that comes last in its order: of those that are level the first one.
  public struct Comparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

    @inlinable public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Fold(subscriber, ComparisonRule("Comparison", SurePairTest(areInIncreasingOrder))))
    }
  }

  /// The value that comes last in its order: of those that are level the first one.
  public struct TryComparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

    @inlinable public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Fold<_, Upstream.Failure, S>(
          trying: subscriber, ComparisonRule("TryComparison", TryPairTest(areInIncreasingOrder))))
    }
  }
}
