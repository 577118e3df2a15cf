extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Republishes the values of the newest publisher that this publisher has sent.
  ///
  /// A new one cancels the one before and is asked for what is left of the demand. The outer stream is asked for
  /// everything. Finishes when the outer stream and the newest inner one have; a failure of either goes down at once.
  /// A publisher that comes from inside a delivery is subscribed to after it; one that is superseded before that never.
  /// A value that nobody asked for traps (C20), as does a demand of zero (C15).
  /// Cost per value: one atomic word, in and out.
  /// Differs from Combine: docs/decisions/002.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// For inner streams that cannot fail. As ``switchToLatest()``.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    .init(upstream: map { $0.setFailureType(to: Failure.self) })
  }
}

extension Publisher where Failure == Never, Output: Publisher {
  /// For an outer stream that cannot fail. As ``switchToLatest()``.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Output, Publishers.SetFailureType<Self, Output.Failure>
    >
  {
    .init(upstream: setFailureType(to: Output.Failure.self))
  }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
  /// When neither can fail. As ``switchToLatest()``.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}

extension Publishers {
  /// What ``Publisher/switchToLatest()`` makes.
  public struct SwitchToLatest<Inner: Publisher, Upstream: Publisher>: Publisher
  where Inner == Upstream.Output, Inner.Failure == Upstream.Failure {
    public typealias Output = Inner.Output
    public typealias Failure = Inner.Failure
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let succession = Succession("SwitchToLatest", subscriber, trapsOnZero: true)
      succession.isOuterFinished = false
      succession.open()  // eager (C5)
      upstream.receive(subscriber: LatestSide<Inner, S>(succession))
    }
  }
}
