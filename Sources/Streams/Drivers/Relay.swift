/// What becomes of one value.
@frozen @usableFromInline package enum Step<Output> {
  case emit(Output)
  /// Drop it and ask upstream for another.
  case skip
  /// Keep it; enough was asked for already (`collect(n)`).
  case keep
  /// Emit it and end the stream.
  case emitLast(Output)
  case finish
}

/// What becomes of a value or an end that comes before the subscription, which no publisher may send (C10).
@frozen @usableFromInline package enum EarlySignals { case drop, passValues, pass, trap }

/// An operator that reacts to one value at a time: it may keep state, drop values, end the stream or throw.
@usableFromInline package protocol RelayRule<Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error

  mutating func step(_ input: Input) throws(Failure) -> Step<Output>
  /// Upstream has finished: what is left to send.
  mutating func rest() -> Output?
  /// The subscription has come and is about to go down.
  mutating func begin(_ subscription: any Subscription)
  /// Downstream has had the value, and asked for more in return.
  mutating func delivered(_ output: Output, more: Subscribers.Demand)
  /// The stream was cancelled meanwhile, so what `step` made goes nowhere: for values that somebody must give up (C).
  func discard(_ output: Output)

  /// How many values of upstream make one.
  var scale: Int { get }
  var isOverAtOnce: Bool { get }
  /// Whether its own subscription has gone down before it subscribed upstream (C5).
  var isEager: Bool { get }
  /// How its subscription shows in logs.
  static var name: String { get }
  static var early: EarlySignals { get }
  /// Whether asking for zero is an error (C15).
  static var trapsOnZero: Bool { get }
  /// Whether what downstream returns for a value is asked for afterwards, not returned.
  static var asksLater: Bool { get }
  /// Whether a step runs code of the program's, which may cancel the stream: what it made is not sent then (C61).
  static var mayCancel: Bool { get }
  func makeLink() -> Link
}

extension RelayRule {
  @inlinable @inline(__always) package mutating func rest() -> Output? { nil }
  @inlinable @inline(__always) package mutating func begin(_ subscription: any Subscription) {}
  @inlinable @inline(__always) package mutating func delivered(_ output: Output, more: Subscribers.Demand) {}
  @inlinable @inline(__always) package func discard(_ output: Output) {}
  @inlinable @inline(__always) package var scale: Int { 1 }
  @inlinable @inline(__always) package var isOverAtOnce: Bool { false }
  @inlinable @inline(__always) package var isEager: Bool { false }
  @inlinable package static var name: String { String(describing: Self.self) }
  @inlinable package static var early: EarlySignals { .drop }
  @inlinable package static var trapsOnZero: Bool { false }
  @inlinable package static var asksLater: Bool { false }
  @inlinable package static var mayCancel: Bool { true }
  @inlinable package func makeLink() -> Link { Link(Self.name, scale: scale, trapsOnZero: Self.trapsOnZero) }
}

/// Drives a `RelayRule`. Upstream's calls are serial (C31), so the rule needs no lock;
/// only the subscription, which any thread may use, has one.
@usableFromInline package final class Relay<Rule: RelayRule, UpstreamFailure: Error, Downstream: Subscriber>: Subscriber
where Rule.Output == Downstream.Input {
  @usableFromInline package typealias Input = Rule.Input
  @usableFromInline package typealias Failure = UpstreamFailure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let link: Link
  @usableFromInline package let raise: (UpstreamFailure) -> Downstream.Failure
  @usableFromInline package let thrown: (Rule.Failure) -> Downstream.Failure
  @exclusivity(unchecked) @usableFromInline package var rule: Rule

  @inlinable package init(
    _ downstream: Downstream, _ rule: Rule,
    raise: @escaping (UpstreamFailure) -> Downstream.Failure, thrown: @escaping (Rule.Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.rule = rule
    self.raise = raise
    self.thrown = thrown
    link = rule.makeLink()
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard let early = link.welcome(subscription) else { return }
    rule.begin(subscription)
    if !rule.isEager { downstream.receive(subscription: link) } else if early != .none { link.ask(early) }
    if rule.isOverAtOnce { finish() }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isActive || isWelcomeEarly(isEnd: false) else { return .none }
    do {
      switch try rule.step(input) {
      case .emit(let output):
        if Rule.mayCancel && link.isStopped {  // C61
          rule.discard(output)
          return .none
        }
        let more = downstream.receive(output)
        rule.delivered(output, more: more)
        if Rule.asksLater { return askLater(more) }
        return rule.scale == 1 ? more : more * rule.scale
      case .skip: return .max(1)  // C23
      case .keep: return .none
      case .emitLast(let output):
        if Rule.mayCancel && link.isStopped {
          rule.discard(output)
          return .none
        }
        let more = downstream.receive(output)
        rule.delivered(output, more: more)
        finish()
      case .finish: finish()
      }
    } catch {
      fail(error)
    }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<UpstreamFailure>) {
    guard link.isActive || isWelcomeEarly(isEnd: true) else { return }
    switch completion {
    case .finished:
      if let rest = rule.rest() {
        let more = downstream.receive(rest)
        rule.delivered(rest, more: more)
      }
      if link.end() { downstream.receive(completion: .finished) }
    case .failure(let failure):
      if link.end() {
        let failure = raise(failure)
        if !link.isStopped { downstream.receive(completion: .failure(failure)) }  // `raise` may have cancelled (C61)
      }
    }
  }

  // Out of line, so that `receive(_:)` is short enough to become part of the source's loop.
  @inlinable @inline(never) package func fail(_ error: Rule.Failure) {
    if link.finishEarly() { downstream.receive(completion: .failure(thrown(error))) }
  }

  @inlinable @inline(never) package func finish() {
    if link.finishEarly() { downstream.receive(completion: .finished) }
  }

  @inlinable package func askLater(_ more: Subscribers.Demand) -> Subscribers.Demand {
    if more != .none { link.ask(more) }
    return .none
  }

  /// Off the fast path: over, or not begun yet.
  @inline(never) @inlinable package func isWelcomeEarly(isEnd: Bool) -> Bool {
    if !link.isWaiting { return false }
    switch Rule.early {
    case .drop: return false
    case .passValues: return !isEnd
    case .pass: return true
    case .trap: preconditionFailure("\(Rule.name): something came before the subscription")
    }
  }
}

extension Relay where UpstreamFailure == Downstream.Failure, Rule.Failure == Never {
  /// For an operator that cannot throw: upstream's failure is downstream's.
  @inlinable package convenience init(_ downstream: Downstream, _ rule: Rule) {
    self.init(downstream, rule, raise: { $0 }, thrown: { $0 })
  }
}

extension Relay where Downstream.Failure == any Error, Rule.Failure == any Error {
  /// For the `try` operators, which fail with any error.
  @inlinable package convenience init(trying downstream: Downstream, _ rule: Rule) {
    self.init(downstream, rule, raise: { $0 }, thrown: { $0 })
  }
}

extension Relay: NamedInLogs {
  @usableFromInline package var name: String { link.name }
  /// What the rule keeps under that label, read when nothing is under way.
  @usableFromInline package func child(_ label: String?) -> Any? {
    label == "downstream" ? downstream : link.child(label) ?? label.flatMap { Mirror(reflecting: rule).descendant($0) }
  }
}
