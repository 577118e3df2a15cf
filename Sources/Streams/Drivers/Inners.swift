/// The streams an operator has running inside it. Any thread may cancel them; the rest is done in turn.
@usableFromInline package final class Children {
  @usableFromInline package let lock = Lock()
  // Under the lock: a list, so that adding and removing cost the same however many there are.
  @exclusivity(unchecked) @usableFromInline package var first: Upstream?
  @exclusivity(unchecked) @usableFromInline package var isOver = false
  /// Downstream takes all there is, so each child is asked for all it has.
  @exclusivity(unchecked) @usableFromInline package var isUnlimited = false
  @usableFromInline package init() {}

  /// False if it comes too late.
  @usableFromInline package func add(_ child: Upstream) -> Bool {
    lock.withLock {
      if isOver { return false }
      if isUnlimited { child.early = .unlimited }
      first?.before = child
      child.after = first
      first = child
      return true
    }
  }

  @usableFromInline package func remove(_ child: Upstream) {
    lock.withLock {
      if isOver { return }
      if let before = child.before { before.after = child.after } else { first = child.after }
      child.after?.before = child.before
      (child.before, child.after) = (nil, nil)
    }
  }

  @usableFromInline package var isEmpty: Bool { lock.withLock { first == nil } }

  @usableFromInline package func raise(_ demand: Subscribers.Demand) {
    guard demand == .unlimited else { return }
    var all: [Upstream] = []
    lock.withLock {
      isUnlimited = true
      var next = first
      while let child = next {
        all.append(child)
        next = child.after
      }
    }
    for child in all { child.request(.unlimited) }
  }

  @usableFromInline package func cancel() {
    var next: Upstream? = lock.withLock {
      isOver = true
      defer { first = nil }
      return first
    }
    while let child = next {
      next = child.after
      (child.before, child.after) = (nil, nil)
      child.cancel()
    }
  }
}

/// Drives operators that make a stream of each value and merge what those send (`flatMap`).
@usableFromInline package final class Inners<Input, Inner: Publisher, Downstream: Subscriber>
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  @usableFromInline package let stage: Stage
  @usableFromInline package let children = Children()
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let transform: (Input) -> Inner
  /// How many streams run at once, and what to ask of outer when one is over.
  @usableFromInline package let limit: Subscribers.Demand
  @usableFromInline package let refill: Subscribers.Demand
  // In turn. A value waits with the stream it came from; with none if that published nothing else.
  @exclusivity(unchecked) @usableFromInline package var waiting = Ring<(Inner.Output, Upstream?)>()
  @exclusivity(unchecked) @usableFromInline package var isOuterFinished = false

  @inlinable package init(
    _ downstream: Downstream, _ limit: Subscribers.Demand, _ transform: @escaping (Input) -> Inner
  ) {
    stage = Stage(links: 1, children: children)
    self.downstream = downstream
    self.limit = limit
    refill = limit == .unlimited ? .none : .max(1)
    self.transform = transform
  }

  @inlinable deinit { waiting.destroy() }

  @inlinable package func open() {
    stage.onDemand = { self.demanded($0) }
    downstream.receive(subscription: stage)
    stage.leave()
  }

  @inlinable package func demanded(_ demand: Subscribers.Demand) {
    if demand == .unlimited { stage.oweChildren(.unlimited) }
    drain()
  }

  @inlinable package func drain() {
    while stage.demand != .none, !stage.turn.isOver, let (value, child) = waiting.popFirst() {
      let isCounted = stage.demand != .unlimited
      send(value)
      guard let child else { freeSlot(); continue }
      child.held -= 1
      if child.hasEnded {
        if child.held == 0 { freeSlot() }
      } else if isCounted {
        child.request(.max(1))
      }
    }
    finishIfOver()
  }

  /// In turn, and only with demand.
  @inlinable @inline(__always) package func send(_ value: Inner.Output) {
    stage.demand.takeOne()
    let more = downstream.receive(value)
    if more.raw != 0 { added(more) }
  }

  @inline(never) @inlinable package func added(_ more: Subscribers.Demand) {
    stage.demand += more
    if more == .unlimited { stage.oweChildren(more) }
  }

  /// The outer stream may bring its next one.
  @inlinable package func freeSlot() { if refill != .none { stage.owe(refill) } }

  // While there is demand nothing waits: `drain` sees to that before the turn is over.

  /// The only value of a stream that needs no subscription. True if it is gone already.
  @inlinable @inline(__always) package func acceptOnly(_ value: Inner.Output) -> Bool {
    if stage.demand == .none {
      waiting.append((value, nil))
      return false
    }
    send(value)
    return true
  }

  /// True if it is gone already and its stream may be asked for another.
  @inlinable @inline(__always) package func accept(_ value: Inner.Output, _ child: Upstream) -> Bool {
    if stage.demand == .none {
      waiting.append((value, child))
      child.held += 1
      return false
    }
    let isCounted = stage.demand != .unlimited
    send(value)
    return isCounted
  }

  @inlinable package func begin(_ inner: Inner) {
    let child = Upstream(early: .max(1))
    if children.add(child) { inner.receive(subscriber: InnerSide<Input, Inner, Downstream>(self, child)) }
  }

  @inlinable package func ended(_ child: Upstream, _ completion: Subscribers.Completion<Downstream.Failure>) {
    if case .failure = completion { return end(completion) }
    children.remove(child)
    child.hasEnded = true
    if child.held == 0 { freeSlot() }
    finishIfOver()
  }

  @inlinable package func outerEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if case .failure = completion { return end(completion) }
    isOuterFinished = true
    finishIfOver()
  }

  @inlinable package func finishIfOver() {
    if isOuterFinished && waiting.isEmpty && children.isEmpty { end(.finished) }
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.close() { downstream.receive(completion: completion) }
  }
}

/// Receives the values that become streams.
@frozen @usableFromInline package struct OuterSide<Input, Inner: Publisher, Downstream: Subscriber>: Subscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  @usableFromInline package typealias Failure = Downstream.Failure
  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(inners) }
  @usableFromInline package let inners: Inners<Input, Inner, Downstream>
  @inlinable package init(_ inners: Inners<Input, Inner, Downstream>) { self.inners = inners }

  @inlinable package func receive(subscription: any Subscription) {
    if inners.stage.links[0].begin(subscription) { inners.stage.links[0].request(inners.limit) }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    if inners.stage.turn.isOver { return .none }
    let inner = inners.transform(input)
    guard let only = inner._scalar() else {
      inners.begin(inner)
      return .none
    }
    guard inners.stage.enter() else { return later(only) }
    let isGone = inners.acceptOnly(only)
    inners.stage.leave()
    return isGone ? inners.refill : .none
  }

  @inline(never) @inlinable package func later(_ value: Inner.Output) -> Subscribers.Demand {
    let inners = inners
    inners.stage.perform { if inners.acceptOnly(value) { inners.freeSlot() } }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard inners.stage.links[0].end() else { return }
    let inners = inners
    inners.stage.perform { inners.outerEnded(completion) }
  }
}

/// Receives what one inner stream sends.
@frozen @usableFromInline package struct InnerSide<Input, Inner: Publisher, Downstream: Subscriber>: Subscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  @usableFromInline package typealias Failure = Downstream.Failure
  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(inners) }
  @usableFromInline package let inners: Inners<Input, Inner, Downstream>
  @usableFromInline package let child: Upstream
  @inlinable package init(_ inners: Inners<Input, Inner, Downstream>, _ child: Upstream) {
    self.inners = inners
    self.child = child
  }

  @inlinable package func receive(subscription: any Subscription) { if child.begin(subscription) { child.settle() } }

  @inlinable package func receive(_ value: Inner.Output) -> Subscribers.Demand {
    guard inners.stage.enter() else { return later(value) }
    let isGone = inners.accept(value, child)
    inners.stage.leave()
    return isGone ? .max(1) : .none
  }

  @inline(never) @inlinable package func later(_ value: Inner.Output) -> Subscribers.Demand {
    let (inners, child) = (inners, child)
    inners.stage.perform { if inners.accept(value, child) { child.request(.max(1)) } }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard child.end() else { return }
    guard inners.stage.enter() else { return endLater(completion) }
    inners.ended(child, completion)
    inners.stage.leave()
  }

  @inline(never) @inlinable package func endLater(_ completion: Subscribers.Completion<Failure>) {
    let (inners, child) = (inners, child)
    inners.stage.later { inners.ended(child, completion) }
  }
}
