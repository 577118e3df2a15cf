extension Publisher {
  /// Gathers `count` values at a time.
  ///
  /// Asks upstream for `count` times what is asked of it (C24). When upstream finishes what there is goes out first;
  /// a failure drops it (C45). Keeps up to `count` values. Asking for zero traps, and so does a count below one.
  @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    .init(upstream: self, count: count)
  }

  /// Gathers everything and publishes it as one array when upstream has finished.
  ///
  /// Asks upstream for everything at once and keeps all of it, however much that is; the array waits until it is
  /// asked for (C47). Nothing at all gives an empty array; a failure is passed on at once.
  @inlinable public func collect() -> Publishers.Collect<Self> { .init(upstream: self) }
}

extension Publishers {
  public struct CollectByCount<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "a group must have room for something")
      self.upstream = upstream
      self.count = count
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(subscriber, CollectByCountRule(count, AsIs<Upstream.Output>.self) { $0 }))
    }
  }

  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Fold(subscriber, CollectRule(AsIs<Upstream.Output>.self) { $0 }))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.upstream == rhs.upstream && lhs.count == rhs.count
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.upstream == rhs.upstream }
}
