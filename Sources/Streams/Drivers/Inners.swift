import Synchronization

/// The streams an operator has running inside it. Any thread may cancel them; the rest is done in turn.
@usableFromInline package final class Children {
  @usableFromInline package let lock = Lock()
  // Under the lock: a list, so that adding and removing cost the same however many there are. It keeps what is in it,
  // and counts that by hand.
  @exclusivity(unchecked) private var first: Unmanaged<Child>?
  @exclusivity(unchecked) private var isOver = false
  /// Downstream takes all there is, so each child is asked for all it has.
  @exclusivity(unchecked) private var isUnlimited = false
  @usableFromInline package init() {}

  deinit { letGo(of: first) { _ in } }

  /// False if it comes too late.
  @usableFromInline package func add(_ child: Child) -> Bool {
    lock.withLock {
      if isOver { return false }
      if isUnlimited { child.early = .unlimited }
      let added = Unmanaged.passRetained(child)
      first?._withUnsafeGuaranteedRef { $0.before = added }
      child.next = first
      first = added
      return true
    }
  }

  /// Once, for one that was added.
  @usableFromInline package func remove(_ child: Child) {
    let isRemoved: Bool = lock.withLock {
      if isOver { return false }
      let (before, next) = (child.before, child.next)
      if let before { before._withUnsafeGuaranteedRef { $0.next = next } } else { first = next }
      next?._withUnsafeGuaranteedRef { $0.before = before }
      (child.before, child.next) = (nil, nil)
      return true
    }
    if isRemoved { Unmanaged.passUnretained(child).release() }
  }

  @usableFromInline package var isEmpty: Bool { lock.withLock { first == nil } }

  @usableFromInline package func raise(_ demand: Subscribers.Demand) {
    guard demand == .unlimited else { return }
    var all: [Child] = []
    lock.withLock {
      isUnlimited = true
      var next = first
      while let child = next?.takeUnretainedValue() {
        all.append(child)
        next = child.next
      }
    }
    for child in all { child.request(.unlimited) }
  }

  @usableFromInline package func cancel() {
    let all: Unmanaged<Child>? = lock.withLock {
      isOver = true
      defer { first = nil }
      return first
    }
    letGo(of: all) { $0.cancel() }
  }

  private func letGo(of all: Unmanaged<Child>?, _ body: (Child) -> Void) {
    var next = all
    while let child = next?.takeRetainedValue() {
      next = child.next
      body(child)
    }
  }
}

/// The link to one inner stream.
@usableFromInline package final class Child: Link {
  // Under the lock of `Children`, whose list keeps them.
  @exclusivity(unchecked) fileprivate final var before: Unmanaged<Child>?
  @exclusivity(unchecked) fileprivate final var next: Unmanaged<Child>?
  // In turn: how many of its values wait for demand.
  @exclusivity(unchecked) @usableFromInline package var held = 0
  @exclusivity(unchecked) @usableFromInline package var isFinished = false
  /// Whoever sets this first, of the end and the return from subscribing, leaves the slot to the other.
  @usableFromInline package let isSettled = Atomic<Bool>(false)

  @usableFromInline package init(early: Subscribers.Demand) { super.init("", early: early) }
}

/// Drives operators that make a stream of each value and merge what those send (`flatMap`).
@usableFromInline package final class Inners<Input, Inner: Publisher, How: Holding, Downstream: Subscriber>: Stage
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure, How.Passing == Inner.Output {
  @usableFromInline package typealias Completion = Subscribers.Completion<Downstream.Failure>
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let transform: (Input) -> Inner
  /// How many streams run at once, and what to ask of outer when one is over.
  @usableFromInline package let limit: Subscribers.Demand
  @usableFromInline package let refill: Subscribers.Demand
  // In turn. A value waits with the stream it came from; with none if that published nothing else.
  @exclusivity(unchecked) @usableFromInline package var waiting = Ring<(How.Held, Child?)>()
  @exclusivity(unchecked) @usableFromInline package var isOuterFinished = false

  @inlinable package init(
    _ downstream: Downstream, _ limit: Subscribers.Demand, _: How.Type, _ transform: @escaping (Input) -> Inner
  ) {
    self.downstream = downstream
    self.limit = limit
    refill = limit == .unlimited ? .none : .max(1)
    self.transform = transform
    super.init("FlatMap", children: Children(), trapsOnZero: true) { stage, demand in
      unsafeDowncast(stage, to: Inners<Input, Inner, How, Downstream>.self).demanded(demand)
    }
  }

  @inlinable deinit { waiting.destroy() }

  @inlinable package func open() {
    downstream.receive(subscription: makeValve())
    leave()
  }

  @inlinable package func demanded(_ demand: Subscribers.Demand) {
    if demand == .unlimited { oweChildren(.unlimited) }
    drain()
  }

  @inlinable package func drain() {
    while demand != .none, !turn.isOver, let (value, child) = waiting.popFirst() {
      let isCounted = demand != .unlimited
      How.lend(value) { send($0) }
      guard let child else {
        freeSlot()
        continue
      }
      child.held -= 1
      if child.isFinished {
        if child.held == 0 { freeSlot() }
      } else if isCounted {
        child.request(.max(1))
      }
    }
    finishIfOver()
  }

  /// In turn, and only with demand.
  @inlinable @inline(__always) package func send(_ value: Inner.Output) {
    demand.takeOne()
    let more = downstream.receive(value)
    if more.raw != 0 { added(more) }
  }

  @inline(never) @inlinable package func added(_ more: Subscribers.Demand) {
    demand += more
    if more == .unlimited { oweChildren(more) }
  }

  /// The outer stream may bring its next one.
  @inlinable package func freeSlot() { if refill != .none { owe(refill) } }

  // While there is demand nothing waits: `drain` sees to that before the turn is over.

  /// The only value of a stream that needs no subscription. True if it is gone already.
  @inlinable @inline(__always) package func acceptOnly(_ value: Inner.Output) -> Bool {
    if demand == .none {
      waiting.append((How.hold(value), nil))
      return false
    }
    send(value)
    return true
  }

  /// True if it is gone already and its stream may be asked for another.
  @inlinable @inline(__always) package func accept(_ value: Inner.Output, _ child: Child) -> Bool {
    if demand == .none {
      waiting.append((How.hold(value), child))
      child.held += 1
      return false
    }
    let isCounted = demand != .unlimited
    send(value)
    return isCounted
  }

  /// Subscribes to an inner stream. True if it is over already and its slot is free.
  @inlinable package func begin(_ inner: Inner) -> Bool {
    let child = Child(early: .max(1))
    guard children.unsafelyUnwrapped.add(child) else { return false }
    inner.receive(subscriber: InnerSide(self, child))
    return child.isSettled.exchange(true, ordering: .acquiringAndReleasing)
  }

  @inlinable package func ended(_ child: Child, _ completion: Completion) {
    if case .failure = completion { return end(completion) }
    children.unsafelyUnwrapped.remove(child)
    child.isFinished = true
    // Inside `begin` the free slot is its result; a value that still waits keeps the slot (docs/decisions/009).
    if child.held == 0, child.isSettled.exchange(true, ordering: .acquiringAndReleasing) { freeSlot() }
    finishIfOver()
  }

  @inlinable package func outerEnded(_ completion: Completion) {
    if case .failure = completion { return end(completion) }
    isOuterFinished = true
    finishIfOver()
  }

  @inlinable package func finishIfOver() {
    if isOuterFinished && waiting.isEmpty && children.unsafelyUnwrapped.isEmpty { end(.finished) }
  }

  @inlinable package func end(_ completion: Completion) {
    if close() { downstream.receive(completion: completion) }
  }
}

/// Receives the values that become streams.
@frozen @usableFromInline
package struct OuterSide<Input, Inner: Publisher, How: Holding, Downstream: Subscriber>: Subscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure, How.Passing == Inner.Output {
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let inners: Inners<Input, Inner, How, Downstream>
  @inlinable package init(_ inners: Inners<Input, Inner, How, Downstream>) { self.inners = inners }

  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(inners) }

  @inlinable package func receive(subscription: any Subscription) {
    guard inners.begin(subscription) else { return }
    if inners.limit != .none { subscription.request(inners.limit) }
  }

  @inlinable @inline(__always) package func receive(_ input: Input) -> Subscribers.Demand {
    guard inners.isActive, !inners.turn.isOver else { return .none }  // C10, C44
    let inner = inners.transform(input)
    defer { withExtendedLifetime(inner) {} }  // what it publishes may be good only as long
    guard let only = inner._scalar() else { return inners.begin(inner) ? inners.refill : .none }
    guard inners.enter() else { return later(only) }
    let isGone = inners.acceptOnly(only)
    inners.leave()
    return isGone ? inners.refill : .none
  }

  @inline(never) @inlinable package func later(_ value: Inner.Output) -> Subscribers.Demand {
    let inners = inners
    let held = How.hold(value)
    inners.perform { if How.lend(held, { inners.acceptOnly($0) }) { inners.freeSlot() } }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    let inners = inners
    guard inners.isActive, inners.end() else { return }
    inners.perform { inners.outerEnded(completion) }
  }
}

/// Receives what one inner stream sends.
@frozen @usableFromInline
package struct InnerSide<Input, Inner: Publisher, How: Holding, Downstream: Subscriber>: Subscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure, How.Passing == Inner.Output {
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let inners: Inners<Input, Inner, How, Downstream>
  @usableFromInline package let child: Child
  @inlinable package init(_ inners: Inners<Input, Inner, How, Downstream>, _ child: Child) {
    self.inners = inners
    self.child = child
  }

  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(inners) }

  @inlinable package func receive(subscription: any Subscription) {
    if let early = child.welcome(subscription), early != .none { subscription.request(early) }
  }

  @inlinable @inline(__always) package func receive(_ value: Inner.Output) -> Subscribers.Demand {
    guard child.isActive else { return .none }  // C10, C44
    guard inners.enter() else { return later(value) }
    let isGone = inners.accept(value, child)
    inners.leave()
    return isGone ? .max(1) : .none
  }

  @inline(never) @inlinable package func later(_ value: Inner.Output) -> Subscribers.Demand {
    let (inners, child) = (inners, child)
    let held = How.hold(value)
    inners.perform { if How.lend(held, { inners.accept($0, child) }) { child.request(.max(1)) } }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard child.isActive, child.end() else { return }
    guard inners.enter() else { return endLater(completion) }
    inners.ended(child, completion)
    inners.leave()
  }

  @inline(never) @inlinable package func endLater(_ completion: Subscribers.Completion<Failure>) {
    let (inners, child) = (inners, child)
    inners.later { inners.ended(child, completion) }
  }
}

extension OuterSide: NamedInLogs {
  @usableFromInline package var name: String { inners.name }
}

extension InnerSide: NamedInLogs {
  @usableFromInline package var name: String { inners.name }
}
