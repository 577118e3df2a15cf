extension Publisher {
  /// Drops the first `count` values and passes on the rest.
  ///
  /// Its own subscription goes down before it subscribes upstream (C5). It asks upstream once for the values that it
  /// drops, on top of what downstream asks (C23); otherwise demand is passed on as it is. Asking for zero traps, and a
  /// negative count does when somebody subscribes.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> { .init(upstream: self, count: count) }
}

extension Publishers {
  public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let relay = Relay(subscriber, DropRule<Output>(toDrop: count))
      subscriber.receive(subscription: relay.link)
      upstream.receive(subscriber: relay)
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.upstream == rhs.upstream && lhs.count == rhs.count
  }
}
