extension Publisher {
  /// On a failure goes on with the publisher that `handler` makes of it.
  ///
  /// Values already published stay. The new publisher is asked for what is left of the demand; its end is the end.
  /// Finishing passes. A value that nobody asked for traps (C20), as do one before the subscription (C10) and a demand
  /// of zero (C15).
  /// Cost per value: one atomic word, in and out.
  /// Differs from Combine: docs/decisions/012.
  @inlinable public func `catch`<P: Publisher>(
    _ handler: @escaping (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    .init(upstream: self, handler: handler)
  }

  /// As ``catch(_:)``, with a `handler` that may throw: its error, or that of the new publisher, goes down.
  @inlinable public func tryCatch<P: Publisher>(
    _ handler: @escaping (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
    .init(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// What ``Publisher/catch(_:)`` makes.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure
    public let upstream: Upstream
    public let handler: (Upstream.Failure) -> NewPublisher
    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Succession("Catch", subscriber, early: .trap, trapsOnZero: true)
        .begin(with: upstream, CatchEnding<Upstream.Failure, NewPublisher, S>(handler: handler))
    }
  }

  /// What ``Publisher/tryCatch(_:)`` makes.
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let handler: (Upstream.Failure) throws -> NewPublisher
    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let handler = handler
      Succession("TryCatch", subscriber, early: .trap, trapsOnZero: true)
        .begin(with: upstream, CatchEnding { failure in try handler(failure).mapError { $0 as any Error } })
    }
  }
}
