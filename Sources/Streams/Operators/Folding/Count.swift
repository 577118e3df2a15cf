extension Publisher {
  /// Publishes how many values there were, when upstream has finished.
  ///
  /// Asks upstream for everything at once; the count waits until it is asked for (C47). A failure is passed on at once.
  @inlinable public func count() -> Publishers.Count<Self> { .init(upstream: self) }
}

extension Publishers {
  public struct Count<Upstream: Publisher>: Publisher {
    public typealias Output = Int
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Fold(subscriber, CountRule<Upstream.Output>()))
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.upstream == rhs.upstream }
}
