/// An operator that takes everything and answers once.
@usableFromInline package protocol FoldRule<Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error
  /// True once the answer is known and the rest of the stream does not matter.
  mutating func take(_ input: Input) throws(Failure) -> Bool
  /// nil: finish without a value.
  mutating func answer() -> Output?
  /// False: there is nothing to wait for, so the stream finishes at once (C46).
  var hasAnswer: Bool { get }
  /// How its subscription shows in logs.
  var name: String { get }
}

extension FoldRule {
  @inlinable @inline(__always) package var hasAnswer: Bool { true }
  @inlinable package var name: String { String(describing: Self.self) }
}

/// Drives a `FoldRule`: asks upstream for everything, holds the answer until downstream asks (C47).
@usableFromInline package final class Fold<Rule: FoldRule, UpstreamFailure: Error, Downstream: Subscriber>: Subscriber
where Rule.Output == Downstream.Input {
  @usableFromInline package typealias Input = Rule.Input
  @usableFromInline package typealias Failure = UpstreamFailure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let link: AnsweringLink
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
    link = AnsweringLink(rule.name, passesDemandOn: false)
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard link.begin(subscription) else { return }
    downstream.receive(subscription: link)
    link.ask(.unlimited)
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isActive else { return .none }
    do {
      if try rule.take(input), link.finishEarly() { know() }
    } catch {
      if link.finishEarly() { downstream.receive(completion: .failure(thrown(error))) }
    }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<UpstreamFailure>) {
    guard link.isActive, link.end() else { return }
    switch completion {
    case .finished: know()
    case .failure(let failure): downstream.receive(completion: .failure(raise(failure)))
    }
  }

  /// The answer is known. It waits with downstream alone, so that nothing is left of a subscription that is dropped.
  @inlinable package func know() {
    guard rule.hasAnswer else { return downstream.receive(completion: .finished) }
    let (downstream, known) = (downstream, rule)
    link.answer { link in
      var rule = known  // asked only now: an answer that nobody takes must not be made (C values are handed over)
      if let answer = rule.answer() { _ = downstream.receive(answer) }
      if !link.isStopped { downstream.receive(completion: .finished) }
    }
  }
}

extension Fold where UpstreamFailure == Downstream.Failure, Rule.Failure == Never {
  @inlinable package convenience init(_ downstream: Downstream, _ rule: Rule) {
    self.init(downstream, rule, raise: { $0 }, thrown: { $0 })
  }
}

extension Fold where Downstream.Failure == any Error, Rule.Failure == any Error {
  /// For the `try` operators, which fail with any error.
  @inlinable package convenience init(trying downstream: Downstream, _ rule: Rule) {
    self.init(downstream, rule, raise: { $0 }, thrown: { $0 })
  }
}

extension Fold: NamedInLogs {
  @usableFromInline package var name: String { link.name }
  /// What the rule keeps under that label, read when nothing is under way.
  @usableFromInline package func child(_ label: String?) -> Any? {
    label == "downstream" ? downstream : link.child(label) ?? label.flatMap { Mirror(reflecting: rule).descendant($0) }
  }
}
