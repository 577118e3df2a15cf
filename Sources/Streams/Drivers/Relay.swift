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

/// An operator that reacts to one value at a time: it may keep state, drop values, end the stream or throw.
@usableFromInline package protocol RelayRule<Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error
  mutating func step(_ input: Input) throws(Failure) -> Step<Output>
  /// What is left when upstream finishes.
  mutating func rest() -> Output?
  /// How many values of upstream make one.
  var scale: Int { get }
  var isOverAtOnce: Bool { get }
}

extension RelayRule {
  @inlinable package mutating func rest() -> Output? { nil }
  @inlinable package var scale: Int { 1 }
  @inlinable package var isOverAtOnce: Bool { false }
}

/// Drives a `RelayRule`. Upstream's calls are serial (C31), so the rule needs no lock;
/// only the subscription, which any thread may use, has one.
@usableFromInline package final class Relay<Rule: RelayRule, UpstreamFailure: Error, Downstream: Subscriber>: Subscriber
where Rule.Output == Downstream.Input {
  @usableFromInline package typealias Input = Rule.Input
  @usableFromInline package typealias Failure = UpstreamFailure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let upstream: Upstream
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
    upstream = Upstream(scale: rule.scale)
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard upstream.begin(subscription) else { return }
    downstream.receive(subscription: upstream)
    if rule.isOverAtOnce, upstream.finishEarly() { downstream.receive(completion: .finished) }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isLive else { return .none }
    do {
      switch try rule.step(input) {
      case .emit(let output): return downstream.receive(output) * rule.scale
      case .skip: return .max(1)  // C23
      case .keep: return .none
      case .emitLast(let output):
        _ = downstream.receive(output)
        if upstream.finishEarly() { downstream.receive(completion: .finished) }
      case .finish:
        if upstream.finishEarly() { downstream.receive(completion: .finished) }
      }
    } catch {
      if upstream.finishEarly() { downstream.receive(completion: .failure(thrown(error))) }
    }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<UpstreamFailure>) {
    guard upstream.isLive else { return }
    switch completion {
    case .finished:
      if let rest = rule.rest() { _ = downstream.receive(rest) }
      if upstream.end() { downstream.receive(completion: .finished) }
    case .failure(let failure):
      if upstream.end() { downstream.receive(completion: .failure(raise(failure))) }
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
