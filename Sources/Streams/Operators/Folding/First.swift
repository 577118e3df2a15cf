extension Publisher {
  /// Publishes the first value, then finishes.
  ///
  /// Asks upstream for everything at once and cancels it when the value has come; the value waits until it is asked
  /// for (C47). A stream without values finishes without one and without demand, a failure is passed on at once. Asking
  /// for zero traps.
  /// Differs from Combine: docs/decisions/020.
  @inlinable public func first() -> Publishers.First<Self> { .init(upstream: self) }

  /// Publishes the first value that passes the test, then finishes. Otherwise as `first()`.
  @inlinable public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Publishes the first value that passes the test; an error thrown by it ends the stream.
  ///
  /// An error cancels upstream and fails at once. Otherwise as `first()`.
  @inlinable public func tryFirst(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct First<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Fold(subscriber, WantedRule(endsAtFirst: true, "First", SureTest<Output> { _ in true })))
    }
  }

  public struct FirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      // Combine's name for it
      upstream.receive(subscriber: Fold(subscriber, WantedRule(endsAtFirst: true, "TryFirst", SureTest(predicate))))
    }
  }

  public struct TryFirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Fold<_, Upstream.Failure, S>(
          trying: subscriber, WantedRule(endsAtFirst: true, "TryFirstWhere", TryTest(predicate))))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.upstream == rhs.upstream }
}
