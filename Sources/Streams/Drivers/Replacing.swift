/// Drives operators that send one value of their own instead of an end (`replaceError`, `replaceEmpty`): it waits
/// until it is asked for (C47). Everything before is passed on as it is.
@usableFromInline
package final class Replacing<UpstreamFailure: Error, Downstream: Subscriber, How: Holding>: Subscriber
where How.Passing == Downstream.Input {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = UpstreamFailure

  @usableFromInline let downstream: Downstream
  @usableFromInline let link: AnsweringLink
  @usableFromInline let replacement: How.Held
  /// What to end with, given whether there was no value; nil for the replacement.
  @usableFromInline let ending: (Subscribers.Completion<Failure>, Bool) -> Subscribers.Completion<Downstream.Failure>?
  /// A value that nobody asked for is the publisher's fault: as in Combine it traps here and there (C20).
  @usableFromInline let trapsOnSurplus: Bool
  @exclusivity(unchecked) @usableFromInline var isEmpty = true

  @inlinable package init(
    _ downstream: Downstream, _ name: String, _: How.Type, _ replacement: How.Held, trapsOnSurplus: Bool,
    ending: @escaping (Subscribers.Completion<Failure>, Bool) -> Subscribers.Completion<Downstream.Failure>?
  ) {
    self.downstream = downstream
    self.replacement = replacement
    self.trapsOnSurplus = trapsOnSurplus
    self.ending = ending
    link = AnsweringLink(name, passesDemandOn: true)
  }

  @inlinable package func receive(subscription: any Subscription) {
    if link.begin(subscription) { downstream.receive(subscription: link) }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isActive else { return .none }
    isEmpty = false
    if !link.takeOne(), trapsOnSurplus { preconditionFailure("\(link): a value that was not asked for") }
    let more = downstream.receive(input)
    link.returned(more)
    return more
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard link.isActive, link.end() else { return }
    if let ending = ending(completion, isEmpty) {
      downstream.receive(completion: ending)
    } else {
      let (downstream, replacement) = (downstream, replacement)
      link.answer { link in
        _ = How.lend(replacement) { downstream.receive($0) }
        if !link.isStopped { downstream.receive(completion: .finished) }
      }
    }
  }
}

extension Replacing: NamedInLogs {
  @usableFromInline package var name: String { link.name }
}

/// The end as it is, but for nothing at all the replacement.
@inlinable package func unlessEmpty<Failure>(
  _ end: Subscribers.Completion<Failure>, _ isEmpty: Bool
) -> Subscribers.Completion<Failure>? {
  if case .finished = end, isEmpty { nil } else { end }
}

/// The end as it is, but for a failure the replacement.
@inlinable package func unlessFailed<Failure, NewFailure>(
  _ end: Subscribers.Completion<Failure>, _ isEmpty: Bool
) -> Subscribers.Completion<NewFailure>? {
  if case .finished = end { .finished } else { nil }
}
