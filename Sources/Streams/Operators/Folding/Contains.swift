extension Publisher where Output: Equatable {
  /// Publishes whether that value comes: true when it does, false when upstream has finished without it.
  ///
  /// Asks upstream for everything at once and cancels it when the value has come; the answer waits until it is asked
  /// for (C47). A failure is passed on at once. Asking for zero traps.
  @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publisher {
  /// Publishes whether a value comes that passes the test. Otherwise as `contains(_:)`.
  @inlinable public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Publishes whether a value comes that passes the test; an error thrown by it ends the stream.
  ///
  /// An error cancels upstream and fails at once. Otherwise as `contains(_:)`.
  @inlinable public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let output: Upstream.Output

    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let output = output
      upstream.receive(
        subscriber: Fold(
          subscriber, SearchRule("Contains", answerIfFound: true, SureTest { $0 == output })))
    }
  }

  public struct ContainsWhere<Upstream: Publisher>: Publisher {
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
        subscriber: Fold(subscriber, SearchRule("ContainsWhere", answerIfFound: true, SureTest(predicate))))
    }
  }

  public struct TryContainsWhere<Upstream: Publisher>: Publisher {
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
          trying: subscriber, SearchRule("TryContainsWhere", answerIfFound: true, TryTest(predicate))))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.upstream == rhs.upstream && lhs.output == rhs.output
  }
}
