extension Publisher where Output: Equatable {
  /// Drops a value that equals the one before it.
  ///
  /// For each value dropped upstream is asked for another (C23). Keeps the last value. A publisher that sends before
  /// its subscription traps, and so does asking for zero.
  @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    .init(upstream: self, predicate: { $0 == $1 })
  }
}

extension Publisher {
  /// Drops a value that the predicate takes for the same as the one before it.
  ///
  /// The value before it counts whether it was dropped or not. Otherwise as `removeDuplicates()`.
  @inlinable public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Drops a value that the predicate takes for the same as the one before it; the first error thrown ends the stream.
  ///
  /// An error cancels upstream, then fails. Otherwise as `removeDuplicates(by:)`.
  @inlinable public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output, Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(subscriber, RemoveDuplicatesRule(SurePairTest(predicate))))
    }
  }

  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Output, Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Relay<_, Upstream.Failure, S>(trying: subscriber, RemoveDuplicatesRule(TryPairTest(predicate))))
    }
  }
}
