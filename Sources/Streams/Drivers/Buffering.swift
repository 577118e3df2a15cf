extension Publishers {
  /// How a buffer asks upstream.
  public enum PrefetchStrategy: Equatable, Hashable, Sendable {
    /// For as many as fit, and one more for each that leaves.
    case keepFull
    /// For everything, once.
    case byRequest
  }

  /// What a full buffer does with one value more.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops the value.
    case dropNewest
    /// Drops the value that has waited longest.
    case dropOldest
    /// Fails.
    case customError(() -> Failure)
  }
}

/// A queue between upstream and downstream.
@usableFromInline package final class Buffering<How: Holding, Downstream: Subscriber>: Stage, Subscriber
where How.Passing == Downstream.Input {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let size: Int
  @usableFromInline package let prefetch: Publishers.PrefetchStrategy
  @usableFromInline package let whenFull: Publishers.BufferingStrategy<Failure>
  // In turn.
  @exclusivity(unchecked) @usableFromInline package var waiting = Ring<How.Held>()
  @exclusivity(unchecked) @usableFromInline package var ending: Subscribers.Completion<Failure>?
  /// Downstream has its subscription: before that nothing may end.
  @exclusivity(unchecked) @usableFromInline package var isAnnounced = false

  @inlinable package init(
    _ downstream: Downstream, _: How.Type, _ size: Int, _ prefetch: Publishers.PrefetchStrategy,
    _ whenFull: Publishers.BufferingStrategy<Failure>
  ) {
    self.downstream = downstream
    self.size = size
    self.prefetch = prefetch
    self.whenFull = whenFull
    super.init("Buffer") { stage, _ in unsafeDowncast(stage, to: Buffering<How, Downstream>.self).drain() }
  }

  @inlinable deinit { waiting.destroy() }

  @inlinable package func receive(subscription: any Subscription) {
    guard begin(subscription) else { return }
    let first: Subscribers.Demand = prefetch == .byRequest ? .unlimited : .max(size)
    leave()
    if first != .none { subscription.request(first) }  // before downstream has its own (row 87)
    perform {
      self.downstream.receive(subscription: self.makeValve())
      self.isAnnounced = true
      self.drain()
    }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard isActive else { return .none }
    guard enter() else { return later(input) }
    let isGone = accept(input)
    leave()
    return isGone && prefetch == .keepFull ? .max(1) : .none
  }

  @inline(never) @inlinable package func later(_ input: Input) -> Subscribers.Demand {
    let held = How.hold(input)
    later { if How.lend(held, { self.accept($0) }) { self.refill() } }
    return .none
  }

  /// In turn. True if the value is gone already.
  @inlinable @inline(__always) package func accept(_ input: Input) -> Bool {
    if ending != nil { return false }
    if demand != .none && waiting.isEmpty {
      send(input)
      return true
    }
    if waiting.count < size { waiting.append(How.hold(input)) } else { overflow(input) }
    return false
  }

  @inline(never) @inlinable package func overflow(_ input: Input) {
    switch whenFull {
    case .dropNewest: break
    case .dropOldest: if waiting.popFirst() != nil { waiting.append(How.hold(input)) }
    case .customError(let error):
      ending = .failure(error())
      finishEarly()
      waiting.destroy()
      drain()
    }
  }

  @inlinable @inline(__always) package func send(_ input: Input) {
    demand.takeOne()
    let more = downstream.receive(input)
    if more != .none { demand += more }
  }

  @inlinable package func refill() { if prefetch == .keepFull { owe(.max(1)) } }

  @inlinable package func drain() {
    How.burst {
      while demand != .none, !turn.isOver, let value = waiting.popFirst() {
        How.lend(value) { send($0) }
        if ending == nil { refill() }
      }
    }
    guard let ending, isAnnounced else { return }
    switch ending {
    case .finished: if demand != .none && waiting.isEmpty { end(ending) }
    case .failure: end(ending)
    }
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard isActive, end() else { return }
    perform {
      if self.ending == nil { self.ending = completion }
      self.drain()
    }
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Failure>) {
    if close() { downstream.receive(completion: completion) }
  }
}
