import Synchronization

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
      other.receive(
        subscriber: Trigger<Other.Output, Failure, S>(
          succession, onValue: { gate.open() }, onEnd: { succession.end($0) }))
      upstream.receive(
        subscriber: GatedSide(SuccessionSide(succession, link, LastEnding(), opens: false), gate))
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

/// Closed, and then open for ever.
@usableFromInline package final class Gate: Sendable {
  @usableFromInline let state = Atomic(false)
  @usableFromInline package init() {}
  @inlinable package var isOpen: Bool { state.load(ordering: .relaxed) }
  @usableFromInline package func open() { state.store(true, ordering: .relaxed) }
}

/// Receives what passes once the gate is open.
@frozen @usableFromInline package struct GatedSide<Downstream: Subscriber>: Subscriber {
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let side: SuccessionSide<LastEnding<Downstream>>
  @usableFromInline package let gate: Gate
  @inlinable package init(_ side: SuccessionSide<LastEnding<Downstream>>, _ gate: Gate) {
    self.side = side
    self.gate = gate
  }

  @inlinable package var combineIdentifier: CombineIdentifier { side.combineIdentifier }
  @inlinable package func receive(subscription: any Subscription) { side.receive(subscription: subscription) }
  @inlinable @inline(__always) package func receive(_ value: Downstream.Input) -> Subscribers.Demand {
    if gate.isOpen { return side.receive(value) }
    return side.link.isActive ? .max(1) : .none  // C23
  }
  @inlinable package func receive(completion: Subscribers.Completion<Failure>) { side.receive(completion: completion) }
}

extension GatedSide: NamedInLogs {
  @usableFromInline package var name: String { side.name }
}
