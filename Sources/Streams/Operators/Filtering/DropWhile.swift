extension Publisher {
  /// Drops values until one fails the test; that one and all that follow are passed on without a test.
  ///
  /// For each value dropped upstream is asked for another (C23). Otherwise demand is passed on as it is. Asking for
  /// zero traps.
  @inlinable public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Drops values until one fails the test; an error thrown by it ends the stream.
  ///
  /// An error cancels upstream, then fails. Otherwise as `drop(while:)`.
  @inlinable public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct DropWhile<Upstream: Publisher>: Publisher {
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
      upstream.receive(subscriber: Relay(subscriber, DropWhileRule(SureTest(predicate))))
    }
  }

  public struct TryDropWhile<Upstream: Publisher>: Publisher {
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
      upstream.receive(subscriber: Relay<_, Upstream.Failure, S>(trying: subscriber, DropWhileRule(TryTest(predicate))))
    }
  }
}
