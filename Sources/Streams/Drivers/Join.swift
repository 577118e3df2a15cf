import Synchronization

/// What several upstreams' values make together.
@usableFromInline package protocol JoinRule<Output> {
  associatedtype Output
  /// Sends the next output that waited for demand, with the port whose value it was. False if there is none.
  mutating func sendNext(_ send: (Output, Int) -> Void) -> Bool
  /// Upstream `port` has finished.
  mutating func finish(_ port: Int)
  /// Whether nothing more can come. Asked only once a port has finished.
  func isOver(isAll: Bool) -> Bool
  /// Frees what is kept; called once.
  mutating func destroy()
  /// True: each upstream is asked for what downstream asks for. False: one at a time each.
  static var passesDemandOn: Bool { get }
  /// What to ask of a value's upstream in its place, if it made no output although one was wanted (C23).
  static var replacement: Subscribers.Demand { get }
  /// Whether an output uses something up that was kept, so that it may be the last one.
  static var usesUp: Bool { get }
  /// Whether asking for nothing is a fault (C15).
  static var trapsOnZero: Bool { get }
  static var name: String { get }
}

extension JoinRule {
  @inlinable package static var usesUp: Bool { true }
  @inlinable package static var trapsOnZero: Bool { false }
  @inlinable package mutating func destroy() {}
  @inlinable package mutating func finish(_ port: Int) {}
  @inlinable package static var replacement: Subscribers.Demand { .none }
}

/// Where the values of one upstream enter a rule.
/// `isAsked`: downstream wants a value now. If it does not, or none can be made, the rule keeps what came.
@usableFromInline package protocol Port {
  associatedtype Rule: JoinRule
  associatedtype Value
  /// How a value is kept that finds the turn taken.
  associatedtype How: Holding where How.Passing == Value
  var index: Int { get }
  func put(_ value: Value, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output?
}

/// A rule for any number of upstreams with values of one type.
@usableFromInline package protocol ManyRule<Output>: JoinRule {
  associatedtype Input
  associatedtype How: Holding where How.Passing == Input
  mutating func put(_ value: Input, _ port: Int, _ isAsked: Bool) -> Output?
}

@frozen @usableFromInline package struct NumberedPort<Rule: ManyRule>: Port {
  @usableFromInline package typealias How = Rule.How
  @usableFromInline package let index: Int
  @inlinable package init(_ index: Int) { self.index = index }
  @inlinable @inline(__always)
  package func put(_ value: Rule.Input, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output? {
    rule.put(value, index, isAsked)
  }
}

/// Drives operators that make one output of several upstreams' values.
@usableFromInline package final class Join<Rule: JoinRule, Downstream: Subscriber>: Stage
where Rule.Output == Downstream.Input {
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let portCount: Int
  /// How many upstreams have not sent their subscription yet.
  @usableFromInline package let missing: Atomic<Int>
  // In turn.
  @exclusivity(unchecked) @usableFromInline package var rule: Rule
  @exclusivity(unchecked) @usableFromInline package var finishedCount = 0

  @inlinable package init(_ downstream: Downstream, _ rule: Rule, ports: Int) {
    self.downstream = downstream
    self.rule = rule
    portCount = ports
    missing = Atomic(ports)
    super.init(Rule.name, links: ports, trapsOnZero: Rule.trapsOnZero) { stage, demand in
      unsafeDowncast(stage, to: Join<Rule, Downstream>.self).demanded(demand)
    }
  }

  @inlinable deinit { rule.destroy() }

  /// Gives downstream its subscription and ends the turn that began with the stage.
  @inlinable package func open() {
    downstream.receive(subscription: makeValve())
    leave()
  }

  /// One more upstream's subscription is here: the last one opens (`zip`, C5).
  @inlinable package func openIfComplete() {
    if missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { open() }
  }

  @inlinable package func demanded(_ demand: Subscribers.Demand) {
    if Rule.passesDemandOn || demand == .unlimited { owe(demand) }
    drain()
  }

  @inlinable package func drain() {
    while demand != .none, !turn.isOver {
      let isSent = rule.sendNext { output, port in
        demand.takeOne()
        let more = downstream.receive(output)
        demand += more
        if Rule.passesDemandOn {
          if more != .none { owe(more) }
        } else if demand == .unlimited {
          if more == .unlimited { owe(more) }
        } else {
          link(port).request(.max(1))
        }
      }
      if !isSent { break }
    }
    if finishedCount != 0 { finishIfOver() }
  }

  /// In turn. Returns what the sender is to be asked for.
  @inlinable @inline(__always)
  package func accept<P: Port>(
    _ port: P, _ value: P.Value, isReplaced: inout Bool
  ) -> Subscribers.Demand where P.Rule == Rule {
    let demand = demand
    guard let output = port.put(value, &rule, demand != .none) else {
      if Rule.replacement == .none || demand == .none { return .none }
      isReplaced = true
      return Rule.replacement
    }
    if demand.raw >> 63 == 0 { self.demand = Subscribers.Demand(raw: demand.raw &- 1) }
    let more = downstream.receive(output)
    if Rule.usesUp ? more.raw | UInt(bitPattern: finishedCount) != 0 : more.raw != 0 { settle(more) }
    if Rule.passesDemandOn { return more }
    return demand == .unlimited ? .none : .max(1)
  }

  @inline(never) @inlinable package func settle(_ more: Subscribers.Demand) {
    demand += more
    if !Rule.passesDemandOn && more == .unlimited { owe(more) }
    if finishedCount != 0 { finishIfOver() }  // nothing to send: what was asked for never waits
  }

  /// Leaves with something to see to first. What was asked for meanwhile, as by a `request` inside `receive(_:)`, goes
  /// back to the sender with what was returned.
  @inline(never) @inlinable
  package func leave(_ more: Subscribers.Demand, isReplaced: Bool) -> Subscribers.Demand {
    var more = more
    if Rule.passesDemandOn, !isReplaced, !turn.isOver, let asked = incoming.takeAll() {
      more += asked
      demand += asked
      drain()
    }
    readNotes()
    return more
  }

  /// What downstream asks for in return is asked of the other upstreams too; a replacement is not. Not of a side: all
  /// its parts would have to be at hand.
  @inline(never) @inlinable package func pass(_ more: Subscribers.Demand, except index: Int) -> Subscribers.Demand {
    ask(more, except: index)
    return more
  }

  @inlinable package func finish(_ port: Int, _ completion: Subscribers.Completion<Downstream.Failure>) {
    if case .failure = completion { return end(completion) }
    rule.finish(port)
    finishedCount += 1
    finishIfOver()
  }

  @inlinable package func finishIfOver() {
    if rule.isOver(isAll: finishedCount == portCount) { end(.finished) }
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if close() { downstream.receive(completion: completion) }
  }

  /// Somebody has the turn.
  @inline(never) @inlinable
  package func later<P: Port>(_ port: P, _ value: P.Value) -> Subscribers.Demand where P.Rule == Rule {
    let held = P.How.hold(value)
    perform { [unowned(unsafe) self] in  // a note is the join's own, and keeps it no longer than it is kept
      var isReplaced = false
      let more = P.How.lend(held) { self.accept(port, $0, isReplaced: &isReplaced) }
      if more == .none { return }
      if P.Rule.passesDemandOn && !isReplaced { self.owe(more) } else { self.link(port.index).request(more) }
    }
    return .none
  }
}

/// One upstream of a `Join`.
@frozen @usableFromInline package struct Side<P: Port, Downstream: Subscriber>: Subscriber
where P.Rule.Output == Downstream.Input {
  @usableFromInline package typealias Input = P.Value
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let join: Join<P.Rule, Downstream>
  /// Kept by `join`: a side is copied for every round of a source.
  @usableFromInline package unowned(unsafe) let link: Link
  @usableFromInline package let port: P
  /// The subscription goes down once every upstream has sent its own (`zip`).
  @usableFromInline package let opens: Bool

  @inlinable package init(_ port: P, _ join: Join<P.Rule, Downstream>, opens: Bool = false) {
    self.join = join
    link = join.link(port.index)
    self.port = port
    self.opens = opens
  }

  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(join) }

  @inlinable package func receive(subscription: any Subscription) {
    guard let early = join.link(port.index).welcome(subscription) else { return }
    let asked = P.Rule.passesDemandOn ? early : early + .max(1)
    if asked != .none { subscription.request(asked) }
    if opens { join.openIfComplete() }
  }

  @inlinable @inline(__always) package func receive(_ value: P.Value) -> Subscribers.Demand {
    guard link.isActive else { return .none }  // C10, C44
    guard join.enter() else { return join.later(port, value) }
    var isReplaced = false
    var more = join.accept(port, value, isReplaced: &isReplaced)
    if !join.turn.leave() { more = join.leave(more, isReplaced: isReplaced) }
    if P.Rule.passesDemandOn && more.raw != 0 && !isReplaced { return join.pass(more, except: port.index) }
    return more
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard link.isActive, join.link(port.index).end() else { return }
    let (join, index) = (join, port.index)
    join.perform { [unowned(unsafe) join] in join.finish(index, completion) }
  }
}

extension Side: NamedInLogs {
  @usableFromInline package var name: String { P.Rule.name }
}
