extension Publisher {
  /// On a failure goes on with the publisher that `handler` makes of it.
  ///
  /// Values already published stay. The new publisher is asked for what is left of the demand; its end is the end.
  /// Finishing passes. A value that nobody asked for traps (C20), as does a demand of zero (C15).
  /// Cost per value: one atomic word, in and out.
  @inlinable public func `catch`<P: Publisher>(
    _ handler: @escaping (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
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
      Succession("Catch", subscriber, trapsOnZero: true)
        .begin(with: upstream, CatchEnding<Upstream.Failure, NewPublisher, S>(handler: handler))
    }
  }
}

@frozen @usableFromInline
package struct CatchEnding<Failure: Error, NewPublisher: Publisher, Downstream: Subscriber>: Ending
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
  @usableFromInline package let handler: (Failure) -> NewPublisher
  @inlinable package init(handler: @escaping (Failure) -> NewPublisher) { self.handler = handler }
  @inlinable package func end(_ completion: Subscribers.Completion<Failure>, _ succession: Succession<Downstream>) {
    switch completion {
    case .finished: succession.end(.finished)
    case .failure(let failure): succession.follow(handler(failure), LastEnding())
    }
  }
}
