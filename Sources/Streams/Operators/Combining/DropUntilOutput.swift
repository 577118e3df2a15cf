extension Publisher {
  /// Drops this publisher's values until `publisher` sends one; from then on republishes them.
  ///
  /// `publisher` is subscribed to first and asked for one value, and then cancelled. If it ends without a value, its
  /// completion goes down and this publisher is cancelled. This publisher is asked for what is asked for; each value
  /// that is dropped is replaced, which Combine does not do (C23). A value that nobody asked for traps (C20).
  /// Buffer: none. Cost per value: one atomic word, in and out; one relaxed load for one that is dropped.
  /// Differs from Combine: docs/decisions/001 and docs/decisions/042.
  @inlinable public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// What ``Publisher/drop(untilOutputFrom:)`` makes.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let other: Other
    @inlinable public init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let succession = Succession("DropUntilOutput", subscriber)
      let gate = Gate()
      let link = succession.start()
      succession.open()  // eager (C5)
      other.receive(subscriber: Trigger<Other.Output, Failure, S>.opening(gate, succession))
      upstream.receive(
        subscriber: GatedSide(SuccessionSide(succession, link, LastEnding(), opens: false), gate))
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
