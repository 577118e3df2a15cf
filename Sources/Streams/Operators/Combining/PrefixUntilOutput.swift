extension Publisher {
  /// Republishes this publisher's values until `publisher` sends one; then it finishes.
  ///
  /// `publisher` is subscribed to first and asked for one value; that value ends the stream at once, whatever the
  /// demand, and cancels both. An end of `publisher` without a value changes nothing, nor does its failure, which may
  /// be of any type. This publisher is asked for what is asked for; its end is the end. Cancelling cancels this one
  /// first. Buffer: none. Cost per value: one atomic word, in and out.
  /// Differs from Combine: docs/decisions/042.
  @inlinable public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// What ``Publisher/prefix(untilOutputFrom:)`` makes.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let other: Other
    @inlinable public init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let succession = Succession("", subscriber, surplus: .passes)  // no name, as in Combine
      other.receive(subscriber: Nameless(Trigger<Other.Output, Other.Failure, S>.ending(succession)))
      upstream.receive(
        subscriber: Nameless(SuccessionSide(succession, succession.start(), LastEnding<S>(), opens: true)))
    }
  }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
