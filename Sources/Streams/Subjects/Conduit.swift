/// One subscription to a subject. Not generic.
@usableFromInline package final class Conduit: Subscription {
  @usableFromInline package let demand = DemandWord()
  /// Cleared by whoever ends the subscription, once.
  @exclusivity(unchecked) @usableFromInline package var hub: Hub?
  /// In the subject's turn: a value found no demand; the next request gets the latest (C81).
  @exclusivity(unchecked) @usableFromInline package var isOwed: Bool

  /// Under the hub's writer lock: where its leaf is.
  @exclusivity(unchecked) @usableFromInline package var index = 0

  @usableFromInline package init(_ hub: Hub?, isOwed: Bool) {
    self.hub = hub
    self.isOwed = isOwed
  }

  @usableFromInline package func request(_ more: Subscribers.Demand) {
    precondition(more != .none, "a demand of zero asks for nothing")  // C15
    demand.add(more)
  }

  /// In turn. False if there is no demand left.
  @inline(never) @usableFromInline package func takeOne() -> Bool {
    if demand.word.load(ordering: .relaxed) == 0 {
      isOwed = true
      return false
    }
    return demand.subtract(1) != nil
  }

  /// The hub, for the first to end it.
  @usableFromInline package func end() -> Hub? { demand.end() == nil ? nil : hub.take() }

  @usableFromInline package func cancel() { end()?.remove(self) }

  /// One that wants nothing.
  static var over: Conduit {
    let conduit = Conduit(nil, isOwed: false)
    _ = conduit.demand.end()
    return conduit
  }
}

/// What a delivery needs of a subscriber. Immutable, so that nothing is retained to call it;
/// owned by the snapshots that list it.
@usableFromInline package class Leaf {
  @usableFromInline package let conduit: Conduit
  @usableFromInline package init(_ conduit: Conduit) { self.conduit = conduit }
}

@usableFromInline package final class TypedLeaf<Output, Failure: Error>: Leaf {
  @usableFromInline package let value: (Output) -> Subscribers.Demand
  @usableFromInline package let completion: (Subscribers.Completion<Failure>) -> Void
  @inlinable package init(_ subscriber: AnySubscriber<Output, Failure>, _ conduit: Conduit) {
    value = subscriber.value
    completion = subscriber.completion
    super.init(conduit)
  }

  @inlinable @inline(__always) package func offer(_ v: Output) {
    if conduit.demand.isUnlimited { _ = value(v) } else { offerCounted(v) }
  }

  @inline(never) @inlinable package func offerCounted(_ v: Output) {
    guard conduit.takeOne() else { return }
    let more = value(v)
    if more != .none { conduit.demand.add(more) }
  }
}
