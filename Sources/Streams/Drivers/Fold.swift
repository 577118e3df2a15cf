import Synchronization

/// An operator that takes everything and answers once.
@usableFromInline package protocol FoldRule<Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error
  /// True once the answer is known and the rest of the stream does not matter.
  mutating func take(_ input: Input) throws(Failure) -> Bool
  /// nil: finish without a value.
  mutating func answer() -> Output?
  /// How its subscription shows in logs.
  static var name: String { get }
}

extension FoldRule {
  @inlinable package static var name: String { String(describing: Self.self) }
}

/// Drives a `FoldRule`: asks upstream for everything, holds the answer until downstream asks (C47).
@usableFromInline package final class Fold<Rule: FoldRule, UpstreamFailure: Error, Downstream: Subscriber>: Subscriber
where Rule.Output == Downstream.Input {
  @usableFromInline package typealias Input = Rule.Input
  @usableFromInline package typealias Failure = UpstreamFailure
  @inlinable package static var isAsked: UInt8 { 1 }
  @inlinable package static var isKnown: UInt8 { 2 }
  @inlinable package static var isOver: UInt8 { 4 }
  @inlinable package static var isCancelled: UInt8 { 8 }

  /// Let go of at the end (C72): no value passes through it before.
  @exclusivity(unchecked) @usableFromInline package var downstream: Downstream?
  @usableFromInline package let link = Link(Rule.name)
  @usableFromInline package let raise: (UpstreamFailure) -> Downstream.Failure
  @usableFromInline package let thrown: (Rule.Failure) -> Downstream.Failure
  @exclusivity(unchecked) @usableFromInline package var rule: Rule
  /// Whoever sets the second of `isAsked` and `isKnown` sends the answer.
  @usableFromInline package let state = Atomic<UInt8>(0)

  @inlinable package init(
    _ downstream: Downstream, _ rule: Rule,
    raise: @escaping (UpstreamFailure) -> Downstream.Failure, thrown: @escaping (Rule.Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.rule = rule
    self.raise = raise
    self.thrown = thrown
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard link.begin(subscription) else { return }
    downstream?.receive(subscription: Outlet(request: { self.ask($0) }, cancel: { self.cancel() }))
    link.request(.unlimited)
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isActive else { return .none }
    do {
      if try rule.take(input), link.finishEarly() { know() }
    } catch {
      if link.finishEarly() { end(.failure(thrown(error))) }
    }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<UpstreamFailure>) {
    guard link.isActive, link.end() else { return }
    switch completion {
    case .finished: know()
    case .failure(let failure): end(.failure(raise(failure)))
    }
  }

  @inlinable package func ask(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "a demand of zero asks for nothing")  // C15
    if state.bitwiseOr(Self.isAsked, ordering: .acquiringAndReleasing).oldValue == Self.isKnown { send() }
  }

  @inlinable package func know() {
    if state.bitwiseOr(Self.isKnown, ordering: .acquiringAndReleasing).oldValue == Self.isAsked { send() }
  }

  @inlinable package func send() {
    if let answer = rule.answer() { _ = downstream?.receive(answer) }
    end(.finished)
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let old = state.bitwiseOr(Self.isOver, ordering: .acquiringAndReleasing).oldValue
    guard old & (Self.isOver | Self.isCancelled) == 0 else { return }
    downstream.take()?.receive(completion: completion)
  }

  @inlinable package func cancel() {
    _ = state.bitwiseOr(Self.isCancelled, ordering: .acquiringAndReleasing)
    link.cancel()
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
