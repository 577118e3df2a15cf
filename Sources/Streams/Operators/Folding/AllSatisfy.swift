extension Publisher {
  /// Publishes whether all values pass the test: false when one does not, true when upstream has finished without.
  ///
  /// Asks upstream for everything at once and cancels it when a value fails the test; the answer waits until it is
  /// asked for (C47). A failure is passed on at once. Asking for zero traps.
  @inlinable public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Publishes whether all values pass the test; an error thrown by it ends the stream.
  ///
  /// An error cancels upstream and fails at once. Otherwise as `allSatisfy(_:)`.
  @inlinable public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct AllSatisfy<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Fold(subscriber, SearchRule("AllSatisfy", answerIfFound: false, SureTest(predicate))))
    }
  }

  public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Fold<_, Upstream.Failure, S>(
          trying: subscriber, SearchRule("TryAllSatisfy", answerIfFound: false, TryTest(predicate))))
    }
  }
}
