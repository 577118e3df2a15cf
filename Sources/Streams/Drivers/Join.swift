/// What several upstreams' values make together. Ports are numbered; a rule with fewer than four leaves the rest.
/// `isAsked`: downstream wants a value now. If it does not, or none can be made, the rule keeps what came.
@usableFromInline package protocol JoinRule<Output> {
  associatedtype Output
  associatedtype A
  associatedtype B
  associatedtype C = Never
  associatedtype D = Never
  mutating func put0(_ a: A, _ isAsked: Bool) -> Output?
  mutating func put1(_ b: B, _ isAsked: Bool) -> Output?
  mutating func put2(_ c: C, _ isAsked: Bool) -> Output?
  mutating func put3(_ d: D, _ isAsked: Bool) -> Output?
  /// The next output that waited for demand.
  mutating func take() -> Held<Output>?
  /// Whether nothing more can come, now that the ports in `finished` are.
  func isOver(_ finished: UInt, isAll: Bool) -> Bool
  /// Frees what is kept; called once.
  mutating func destroy()
  /// True: each upstream is asked for what downstream asks for. False: one at a time each.
  static var passesDemandOn: Bool { get }
}

extension JoinRule {
  @inlinable package mutating func destroy() {}
}
extension JoinRule where C == Never { @inlinable package mutating func put2(_ c: Never, _ isAsked: Bool) -> Output? {} }
extension JoinRule where D == Never { @inlinable package mutating func put3(_ d: Never, _ isAsked: Bool) -> Output? {} }

@frozen @usableFromInline package struct Held<Output> {
  @usableFromInline package let output: Output
  @usableFromInline package let port: Int
  @inlinable package init(_ output: Output, _ port: Int = 0) {
    self.output = output
    self.port = port
  }
}

@usableFromInline package protocol Port {
  associatedtype Rule: JoinRule
  associatedtype Value
  static var index: Int { get }
  static func put(_ value: Value, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output?
}
@usableFromInline package enum Port0<Rule: JoinRule>: Port {
  @inlinable package static var index: Int { 0 }
  @inlinable @inline(__always) package static func put(_ v: Rule.A, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output?
  { rule.put0(v, isAsked) }
}
@usableFromInline package enum Port1<Rule: JoinRule>: Port {
  @inlinable package static var index: Int { 1 }
  @inlinable @inline(__always) package static func put(_ v: Rule.B, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output?
  { rule.put1(v, isAsked) }
}
@usableFromInline package enum Port2<Rule: JoinRule>: Port {
  @inlinable package static var index: Int { 2 }
  @inlinable @inline(__always) package static func put(_ v: Rule.C, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output?
  { rule.put2(v, isAsked) }
}
@usableFromInline package enum Port3<Rule: JoinRule>: Port {
  @inlinable package static var index: Int { 3 }
  @inlinable @inline(__always) package static func put(_ v: Rule.D, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output?
  { rule.put3(v, isAsked) }
}

/// Drives operators that make one output of several upstreams' values.
@usableFromInline package final class Join<Rule: JoinRule, Downstream: Subscriber>
where Rule.Output == Downstream.Input {
  @usableFromInline package let stage: Stage
  @usableFromInline package let downstream: Downstream
  // In turn.
  @exclusivity(unchecked) @usableFromInline package var rule: Rule
  /// One bit for each port.
  @exclusivity(unchecked) @usableFromInline package var finished: UInt = 0

  @inlinable package init(_ downstream: Downstream, _ rule: Rule, ports: Int) {
    stage = Stage(links: ports)
    self.downstream = downstream
    self.rule = rule
  }

  @inlinable deinit { rule.destroy() }

  /// Gives downstream its subscription and ends the turn that began with the stage.
  @inlinable package func open() {
    stage.onDemand = { self.demanded($0) }
    downstream.receive(subscription: stage)
    stage.leave()
  }

  @inlinable package func demanded(_ demand: Subscribers.Demand) {
    if Rule.passesDemandOn || demand == .unlimited { stage.owe(demand) }
    drain()
  }

  @inlinable package func drain() {
    while stage.demand != .none, !stage.turn.isOver, let held = rule.take() {
      stage.demand.takeOne()
      let more = downstream.receive(held.output)
      stage.demand += more
      if Rule.passesDemandOn {
        if more != .none { stage.owe(more) }
      } else if stage.demand == .unlimited {
        if more == .unlimited { stage.owe(more) }
      } else {
        stage.links[held.port].request(.max(1))
      }
    }
    if finished != 0 { finishIfOver() }
  }

  /// In turn. Returns what the sender is to be asked for.
  @inlinable @inline(__always) package func accept<P: Port>(_: P.Type, _ value: P.Value) -> Subscribers.Demand
  where P.Rule == Rule {
    let demand = stage.demand
    guard let output = P.put(value, &rule, demand != .none) else { return .none }
    if demand.raw >> 63 == 0 { stage.demand = Subscribers.Demand(raw: demand.raw &- 1) }
    let more = downstream.receive(output)
    if more.raw | finished != 0 { settle(more) }
    if Rule.passesDemandOn { return more }
    return demand == .unlimited ? .none : .max(1)
  }

  @inline(never) @inlinable package func settle(_ more: Subscribers.Demand) {
    stage.demand += more
    if !Rule.passesDemandOn && more == .unlimited { stage.owe(more) }
    if finished != 0 { finishIfOver() }  // nothing to send: what was asked for never waits
  }

  @inlinable package func finish(_ port: Int, _ completion: Subscribers.Completion<Downstream.Failure>) {
    if case .failure = completion { return end(completion) }
    finished |= 1 << UInt(port)
    finishIfOver()
  }

  @inlinable package func finishIfOver() {
    if rule.isOver(finished, isAll: finished.nonzeroBitCount == stage.links.count) { end(.finished) }
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.close() { downstream.receive(completion: completion) }
  }
}

/// One upstream of a `Join`.
@frozen @usableFromInline package struct Side<P: Port, Downstream: Subscriber>: Subscriber
where P.Rule.Output == Downstream.Input {
  @usableFromInline package typealias Input = P.Value
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let join: Join<P.Rule, Downstream>
  @inlinable package init(_: P.Type, _ join: Join<P.Rule, Downstream>) { self.join = join }
  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(join) }

  @inlinable package func receive(subscription: any Subscription) {
    let link = join.stage.links[P.index]
    guard link.begin(subscription) else { return }
    if !P.Rule.passesDemandOn { link.request(.max(1)) }
    link.settle()
  }

  @inlinable package func receive(_ value: P.Value) -> Subscribers.Demand {
    guard join.stage.enter() else { return later(value) }
    let more = join.accept(P.self, value)
    join.stage.leave()
    if P.Rule.passesDemandOn && more.raw != 0 { join.stage.ask(more, except: P.index) }
    return more
  }

  @inline(never) @inlinable package func later(_ value: P.Value) -> Subscribers.Demand {
    let join = join
    join.stage.perform {
      let more = join.accept(P.self, value)
      if more == .none { return }
      if P.Rule.passesDemandOn { join.stage.owe(more) } else { join.stage.links[P.index].request(more) }
    }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard join.stage.links[P.index].end() else { return }
    let join = join
    join.stage.perform { join.finish(P.index, completion) }
  }
}
