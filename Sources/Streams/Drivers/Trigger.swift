/// Receives, beside the stream that passes, what another one has to say: its first value, or an end without one.
/// The stage's own link is the tie to it.
@frozen @usableFromInline package struct Trigger<Input, Failure: Error, Downstream: Subscriber>: Subscriber {
  @usableFromInline package let succession: Succession<Downstream>
  @usableFromInline package let onValue: () -> Void
  /// In turn.
  @usableFromInline package let onEnd: (Subscribers.Completion<Failure>) -> Void

  @inlinable package init(
    _ succession: Succession<Downstream>, onValue: @escaping () -> Void,
    onEnd: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.succession = succession
    self.onValue = onValue
    self.onEnd = onEnd
  }

  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(succession) }

  @inlinable package func receive(subscription: any Subscription) {
    if succession.begin(subscription) { subscription.request(.max(1)) }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    // One value is enough.
    if succession.isActive, succession.finishEarly() { onValue() }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard succession.isActive, succession.end() else { return }
    let onEnd = onEnd
    succession.perform { onEnd(completion) }
  }
}

extension Trigger {
  /// A value of it ends the succession.
  @inlinable package static func ending(_ succession: Succession<Downstream>) -> Trigger {
    Trigger(
      succession,
      // A note is the succession's own: it must not keep that if upstream never begins.
      onValue: { succession.perform { [unowned(unsafe) succession] in succession.end(.finished) } }, onEnd: { _ in })
  }
}

extension Trigger where Failure == Downstream.Failure {
  /// A value of it opens the gate; if it ends without one, so does the succession.
  @inlinable package static func opening(_ gate: Gate, _ succession: Succession<Downstream>) -> Trigger {
    Trigger(succession, onValue: { gate.open() }, onEnd: { succession.end($0) })
  }
}

extension Trigger: NamedInLogs {
  @usableFromInline package var name: String { succession.name }
}
