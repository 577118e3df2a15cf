/// What an operator that cannot end the stream makes of one value; nil drops it.
/// A rule that remembers something is a final class.
@usableFromInline package protocol PassingRule {
  associatedtype Input
  associatedtype Output
  func apply(_ input: Input) -> Output?
  /// How its subscriber shows in logs, and its children in mirrors if its name does not say.
  static var name: String { get }
  static var mirrorLabels: [String?] { get }
}

extension PassingRule {
  @inlinable package static var name: String { String(describing: Self.self) }
  @usableFromInline package static var mirrorLabels: [String?] { Streams.mirrorLabels(of: name) }
}

/// Drives operators that cannot end the stream: upstream's subscription goes straight through (C6),
/// so there is nothing to lock and nothing to allocate. Whatever comes is passed on, also out of order (C10, C44).
@frozen @usableFromInline package struct Passing<Rule: PassingRule, Downstream: Subscriber>: Subscriber
where Rule.Output == Downstream.Input {
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let rule: Rule

  @inlinable package init(_ downstream: Downstream, _ rule: Rule) {
    self.downstream = downstream
    self.rule = rule
  }

  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable package func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

  @inlinable package func receive(_ input: Rule.Input) -> Subscribers.Demand {
    guard let output = rule.apply(input) else { return .max(1) }  // C23
    return downstream.receive(output)
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}

extension Passing: NamedInLogs {
  @usableFromInline package var name: String { Rule.name }
  @usableFromInline package var mirrorLabels: [String?] { Rule.mirrorLabels }
  @usableFromInline package func child(_ label: String?) -> Any? {
    label == "downstream" ? downstream : label.flatMap { Mirror(reflecting: rule).descendant($0) }
  }
}
