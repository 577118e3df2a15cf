extension Publisher {
  /// Turns the failure into another.
  ///
  /// Values, demand and cancelling are upstream's own: it costs nothing per value.
  @inlinable public func mapError<NewFailure: Error>(
    _ transform: @escaping (Failure) -> NewFailure
  ) -> Publishers.MapError<Self, NewFailure> {
    .init(upstream: self, transform)
  }
}

extension Publishers {
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    public let transform: (Upstream.Failure) -> Failure

    @inlinable public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      transform = map
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: PassingErrors(subscriber, name: "MapError", transform))
    }
  }
}

/// Passes on everything as it is, but turns the failure into another (C6).
@frozen @usableFromInline
package struct PassingErrors<Failure: Error, Downstream: Subscriber>: Subscriber,
  NamedInLogs
{
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let name: String
  @usableFromInline package let transform: (Failure) -> Downstream.Failure

  @inlinable package init(
    _ downstream: Downstream, name: String, _ transform: @escaping (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.name = name
    self.transform = transform
  }

  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable package func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let failure): downstream.receive(completion: .failure(transform(failure)))
    }
  }
}
