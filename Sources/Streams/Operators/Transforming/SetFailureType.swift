extension Publisher where Failure == Never {
  /// Gives a stream that cannot fail a failure type, so that it fits beside one that can.
  ///
  /// Values, demand and cancelling are upstream's own: it costs nothing per value.
  @inlinable public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.SetFailureType<Self, NewFailure> {
    .init(upstream: self)
  }
}

extension Publishers {
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
    public typealias Output = Upstream.Output
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func _scalar() -> Output? { upstream._scalar() }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: PassingErrors(subscriber, name: "SetFailureType") { (never: Never) -> S.Failure in })
    }

    @inlinable public func setFailureType<NewFailure: Error>(
      to failure: NewFailure.Type
    ) -> Publishers.SetFailureType<Upstream, NewFailure> {
      .init(upstream: upstream)
    }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.upstream == rhs.upstream }
}
