import Synchronization

/// Drives operators that send one value of their own instead of an end (`replaceError`, `replaceEmpty`): it waits
/// until it is asked for (C47). Everything before is passed on as it is.
@usableFromInline package final class Replacing<UpstreamFailure: Error, Downstream: Subscriber>: Subscriber {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = UpstreamFailure

  @usableFromInline let name: String
  @usableFromInline let link: Link
  /// Asked for and not there yet; over once upstream has ended.
  @usableFromInline let demand = DemandWord()
  /// Raised by whoever sends the replacement, or makes sure that nobody does.
  @usableFromInline let isSpent = Atomic<Bool>(false)
  @usableFromInline let isCancelled = Atomic<Bool>(false)
  @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
  @usableFromInline let replacement: Input
  @exclusivity(unchecked) @usableFromInline var isEmpty = true
  /// What to end with; nil for the replacement.
  @usableFromInline let ending: (Subscribers.Completion<Failure>, Bool) -> Subscribers.Completion<Downstream.Failure>?
  /// A value that nobody asked for is the publisher's fault: as in Combine it traps here and there (C20).
  @usableFromInline let trapsOnSurplus: Bool

  @inlinable package init(
    _ downstream: Downstream, _ name: String, _ replacement: Input, trapsOnSurplus: Bool,
    ending: @escaping (Subscribers.Completion<Failure>, Bool) -> Subscribers.Completion<Downstream.Failure>?
  ) {
    self.name = name
    self.downstream = downstream
    self.replacement = replacement
    self.trapsOnSurplus = trapsOnSurplus
    self.ending = ending
    link = Link(name)
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard link.begin(subscription) else { return }
    downstream?.receive(subscription: Outlet(request: { self.request($0) }, cancel: { self.cancel() }))
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isActive, let downstream else { return .none }
    isEmpty = false
    if !demand.isUnlimited { takeOne() }
    let more = downstream.receive(input)
    if more != .none { demand.add(more) }
    return more
  }

  @inlinable func takeOne() {
    if demand.word.load(ordering: .relaxed) == 0 {
      return precondition(!trapsOnSurplus, "\(name): a value that was not asked for")
    }
    _ = demand.subtract(1)
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard link.isActive, link.end() else { return }
    if let ending = ending(completion, isEmpty) {
      if spend() { downstream.take()?.receive(completion: ending) }
    } else if let left = demand.end(), left > 0, spend() {
      send()
    }
  }

  @inlinable func request(_ more: Subscribers.Demand) {
    precondition(more != .none, "a demand of zero asks for nothing")  // C15
    if demand.add(more) != nil {
      link.request(more)
    } else if spend() {
      send()
    }
  }

  @inlinable func send() {
    guard let downstream = downstream.take() else { return }
    _ = downstream.receive(replacement)
    if !isCancelled.load(ordering: .acquiring) { downstream.receive(completion: .finished) }
  }

  @inlinable func spend() -> Bool { !isSpent.exchange(true, ordering: .acquiringAndReleasing) }

  @inlinable func cancel() {
    isCancelled.store(true, ordering: .releasing)
    link.cancel()
    // Once upstream has ended nobody but the one who spends it touches downstream.
    if link.hasEnded, spend() { downstream = nil }
  }
}
