/// What the end of one stream means for the operator: the end, or another stream.
@usableFromInline package protocol Ending {
  associatedtype Failure: Error
  associatedtype Downstream: Subscriber
  /// In turn.
  func end(_ completion: Subscribers.Completion<Failure>, _ succession: Succession<Downstream>)
}

/// What becomes of a value that nobody asked for (C20).
@usableFromInline package enum Surplus {
  case traps
  case isDropped
  case passes
}

/// Drives operators that run one stream after another, each with what is left of the demand: `catch`, `retry`,
/// `append`, `prepend`, `switchToLatest`; and one stream that another may end or let through. What the end of a stream
/// means is its `Ending`'s to say. The stage's own link is the one to that other stream.
@usableFromInline package final class Succession<Downstream: Subscriber>: Stage {
  @usableFromInline package typealias Completion = Subscribers.Completion<Downstream.Failure>
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let surplus: Surplus
  /// What becomes of a value of the first stream that comes before its subscription (C10).
  @usableFromInline package let earlySignals: EarlySignals
  /// In turn. False while the outer stream of `switchToLatest` may bring more.
  @exclusivity(unchecked) @usableFromInline package var isOuterFinished = true

  /// How a value is kept that finds the turn taken: what it is given can be called later, and lends the value.
  @usableFromInline package let keep: (Downstream.Input) -> ((Downstream.Input) -> Void) -> Void

  @inlinable package convenience init(
    _ name: String, _ downstream: Downstream, surplus: Surplus = .traps, early: EarlySignals = .drop,
    trapsOnZero: Bool = false
  ) {
    self.init(
      name, downstream, AsIs<Downstream.Input>.self, surplus: surplus, early: early, trapsOnZero: trapsOnZero)
  }

  @inlinable package init<How: Holding>(
    _ name: String, _ downstream: Downstream, _: How.Type, surplus: Surplus = .traps, early: EarlySignals = .drop,
    trapsOnZero: Bool = false
  ) where How.Passing == Downstream.Input {
    self.downstream = downstream
    self.surplus = surplus
    earlySignals = early
    keep = { value in
      let held = How.hold(value)
      return { body in How.lend(held, body) }
    }
    super.init(name, children: Children(), trapsOnZero: trapsOnZero) { stage, demand in
      if stage.current != nil { stage.oweChildren(demand) }
    }
  }

  /// Gives downstream its subscription and ends the turn that began with the stage.
  @inlinable package func open() {
    downstream.receive(subscription: makeValve())
    leave()
  }

  /// Subscribes to the first stream; its subscription opens (C5).
  @inlinable @inline(__always) package func begin<First: Publisher, Rule: Ending>(
    with publisher: First, _ rule: Rule
  ) where First.Output == Downstream.Input, Rule.Downstream == Downstream, Rule.Failure == First.Failure {
    publisher.receive(subscriber: SuccessionSide(self, start(), rule, opens: true))
  }

  /// The link to the first stream, for which demand is kept from now on. Before `open`.
  @usableFromInline package func start() -> Child {
    let link = Child(early: .none)
    _ = replaceCurrent(by: link)
    return link
  }

  /// In turn: `publisher` follows the stream that ran until now, which is cancelled if it is not over. It is
  /// subscribed to once the turn is over; one that ends at once makes the next a round of a loop, not of the stack.
  @inlinable package func follow<Next: Publisher, Rule: Ending>(
    _ publisher: Next, _ rule: Rule
  ) where Next.Output == Downstream.Input, Rule.Downstream == Downstream, Rule.Failure == Next.Failure {
    let link = Child(early: demand)
    guard replaceCurrent(by: link) else { return }
    oweErrand { publisher.receive(subscriber: SuccessionSide(self, link, rule, opens: false)) }
  }

  /// In turn. Returns what the sender is to be asked for.
  @inlinable @inline(__always)
  package func accept(_ value: Downstream.Input, _ link: Child) -> Subscribers.Demand {
    guard current === link else { return .none }
    if demand == .none {
      precondition(surplus != .traps, "\(name): a value came that nobody had asked for")  // C20
      if surplus == .isDropped { return .none }
    } else {
      demand.takeOne()
    }
    let more = downstream.receive(value)
    if more != .none { demand += more }
    return more
  }

  @inlinable package func end(_ completion: Completion) {
    if close() { downstream.receive(completion: completion) }
  }
}

extension Stage {
  /// In turn: the stream that runs now is another one. False if the operator is over.
  @usableFromInline package func replaceCurrent(by link: Child) -> Bool {
    if let old = current {
      children?.remove(old)
      old.cancel()
    }
    current = link
    owedToChildren = .none  // the new link asks for all that is not delivered
    return children?.add(link) ?? false
  }

  /// In turn: the stream that ran is over.
  @usableFromInline package func dropCurrent(_ link: Child) -> Bool {
    guard current === link else { return false }
    children?.remove(link)
    current = nil
    return true
  }
}

/// Receives what one stream of a succession sends.
@frozen @usableFromInline package struct SuccessionSide<Rule: Ending>: Subscriber {
  @usableFromInline package typealias Input = Rule.Downstream.Input
  @usableFromInline package typealias Failure = Rule.Failure
  @usableFromInline package let succession: Succession<Rule.Downstream>
  @usableFromInline package let link: Child
  @usableFromInline package let rule: Rule
  @usableFromInline package let opens: Bool

  @inlinable package init(_ succession: Succession<Rule.Downstream>, _ link: Child, _ rule: Rule, opens: Bool) {
    self.succession = succession
    self.link = link
    self.rule = rule
    self.opens = opens
  }

  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(succession) }

  @inlinable package func receive(subscription: any Subscription) {
    guard let early = link.welcome(subscription) else { return }
    if early != .none { subscription.request(early) }
    if opens { succession.open() }
  }

  @inlinable @inline(__always) package func receive(_ value: Input) -> Subscribers.Demand {
    guard link.isActive else { return refuse() }  // C10, C44
    guard succession.enter() else { return later(value) }
    let more = succession.accept(value, link)
    succession.leave()
    return more
  }

  @inline(never) @inlinable package func refuse() -> Subscribers.Demand {
    precondition(
      !opens || succession.earlySignals != .trap || !link.isWaiting,
      "\(succession.name): a value came before the subscription"
    )
    return .none
  }

  @inline(never) @inlinable package func later(_ value: Input) -> Subscribers.Demand {
    let (succession, link) = (succession, link)
    let kept = succession.keep(value)
    succession.perform {
      kept {
        let more = succession.accept($0, link)
        if more != .none { succession.oweChildren(more) }
      }
    }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard link.isActive, link.end() else { return }
    let (succession, link, rule) = (succession, link, rule)
    succession.perform { if succession.dropCurrent(link) { rule.end(completion, succession) } }
  }
}

/// The last stream: its end is the end.
@frozen @usableFromInline package struct LastEnding<Downstream: Subscriber>: Ending {
  @inlinable package init() {}
  @inlinable package func end(
    _ completion: Subscribers.Completion<Downstream.Failure>, _ succession: Succession<Downstream>
  ) {
    succession.end(completion)
  }
}

extension SuccessionSide: NamedInLogs {
  @usableFromInline package var name: String { succession.name }
}
