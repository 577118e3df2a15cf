import Synchronization

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
