import Synchronization

/// One subscription to a subject. Not generic. It refers upwards only: what delivers is the leaf.
@usableFromInline package final class Conduit: Subscription, NamedInLogs {
  @usableFromInline package let demand = DemandWord()
  @usableFromInline package let lock = Lock()
  /// Under the lock. Cleared by whoever ends the subscription (C72).
  @exclusivity(unchecked) @usableFromInline package var hub: Hub?
  /// The subject itself, which lives as long as someone is subscribed (C66). Under the lock, as the hub.
  @exclusivity(unchecked) var subject: AnyObject?
  @usableFromInline package let name: String
  let isRemembering: Bool
  @usableFromInline package let hasAsked = Atomic<Bool>(false)
  /// In the subject's turn: a value found no demand; the next request gets the latest (C81).
  @exclusivity(unchecked) @usableFromInline package var isOwed: Bool
  /// In turn: the round of the subject in which it came, which does not reach it (C38); 0 if there was none.
  @exclusivity(unchecked) @usableFromInline package var bornIn: UInt = 0
  /// In the subject's turn: the number of the last value that it got because it was owed one.
  @exclusivity(unchecked) @usableFromInline package var seen: UInt = 0
  /// Under the hub's writer lock: where its leaf is.
  @exclusivity(unchecked) @usableFromInline package var index = 0

  @usableFromInline package init(_ hub: Hub?, of subject: AnyObject? = nil) {
    self.hub = hub
    self.subject = subject
    name = hub?.name ?? ""
    isRemembering = hub?.remembers ?? false
    isOwed = isRemembering
  }

  @usableFromInline package func request(_ more: Subscribers.Demand) {
    precondition(more != .none, "\(name): a demand of zero asks for nothing")  // C15
    if !isRemembering && hasAsked.load(ordering: .relaxed) { return add(more) }
    guard let hub = lock.withLock({ hub }) else { return }
    if !hasAsked.exchange(true, ordering: .relaxed) { hub.isAsked() }
    if isRemembering { hub.request(more, self) } else { add(more) }
  }

  @usableFromInline package func add(_ more: Subscribers.Demand) { demand.add(more) }

  /// In turn: what a delivery returned. A value sent meanwhile, from inside it, may have found no demand (C81).
  @usableFromInline package func returned(_ more: Subscribers.Demand) {
    guard isRemembering && isOwed else { return add(more) }
    lock.withLock { hub }?.serve(more, self)
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
  @usableFromInline package func end() -> Hub? {
    if demand.end() == nil { return nil }
    let (hub, subject): (Hub?, AnyObject?) = lock.withLock {
      defer { (self.hub, self.subject) = (nil, nil) }
      return (self.hub, self.subject)
    }
    return withExtendedLifetime(subject) { hub }
  }

  @usableFromInline package func cancel() { end()?.remove(self) }

  /// For mirrors.
  @usableFromInline package func child(_ label: String?) -> Any? {
    switch label {
    case "parent", "subject": lock.withLock { subject }
    case "demand":
      if demand.isOver {
        "terminal"
      } else {
        demand.isUnlimited ? Subscribers.Demand.unlimited : .init(raw: UInt(demand.word.load(ordering: .relaxed)))
      }
    default: nil
    }
  }

  /// One that wants nothing.
  @usableFromInline package static var over: Conduit {
    let conduit = Conduit(nil)
    _ = conduit.demand.end()
    return conduit
  }
}

/// What a delivery needs of a subscriber. Immutable, so that nothing is retained to call it;
/// owned by the snapshots that list it.
@usableFromInline package class Leaf {
  @usableFromInline package let conduit: Conduit
  /// Under the hub's writer lock: the next of those that have left and may still be served.
  @exclusivity(unchecked) final var nextRetired: Unmanaged<Leaf>?
  @usableFromInline package init(_ conduit: Conduit) { self.conduit = conduit }

  static func free(all first: Unmanaged<Leaf>?) {
    var next = first
    while let leaf = next {
      next = leaf._withUnsafeGuaranteedRef { $0.nextRetired }
      leaf.release()
    }
  }
}

/// A leaf for values of one type. Its closures capture nothing: they are formed where the subscriber's type is known,
/// and are given the leaf.
@usableFromInline package class TypedLeaf<Output, Failure: Error>: Leaf {
  @usableFromInline package let value: (TypedLeaf, Output) -> Subscribers.Demand
  @usableFromInline package let completion: (TypedLeaf, Subscribers.Completion<Failure>) -> Void

  @inlinable package init(
    _ conduit: Conduit, value: @escaping (TypedLeaf, Output) -> Subscribers.Demand,
    completion: @escaping (TypedLeaf, Subscribers.Completion<Failure>) -> Void
  ) {
    self.value = value
    self.completion = completion
    super.init(conduit)
  }

  @inlinable @inline(__always) package final func offer(_ v: Output) {
    if conduit.demand.isUnlimited { _ = value(self, v) } else { offerCounted(v) }
  }

  @inline(never) @inlinable package final func offerCounted(_ v: Output) {
    guard conduit.takeOne() else { return }
    let more = value(self, v)
    if more != .none { conduit.returned(more) }
  }

  @inlinable package final func finish(_ completion: Subscribers.Completion<Failure>) {
    if conduit.end() != nil { self.completion(self, completion) }
  }
}

/// The leaf with its subscriber.
@usableFromInline
package final class SubscriberLeaf<Downstream: Subscriber>: TypedLeaf<
  Downstream.Input, Downstream.Failure
>
{
  @usableFromInline package let downstream: Downstream
  @inlinable package init(_ downstream: Downstream, _ conduit: Conduit) {
    self.downstream = downstream
    super.init(
      conduit, value: { unsafeDowncast($0, to: SubscriberLeaf<Downstream>.self).downstream.receive($1) },
      completion: { unsafeDowncast($0, to: SubscriberLeaf<Downstream>.self).downstream.receive(completion: $1) })
  }
}
