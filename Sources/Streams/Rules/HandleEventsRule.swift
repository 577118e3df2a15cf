@usableFromInline package struct HandleEventsRule<Value>: RelayRule {
  @inlinable package static var name: String { "HandleEvents" }
  @inlinable package static var early: EarlySignals { .pass }
  @usableFromInline let onSubscription: ((any Subscription) -> Void)?
  @usableFromInline let onOutput: ((Value) -> Void)?
  @usableFromInline let onFinish: () -> Void
  @usableFromInline let onCancel: (() -> Void)?
  @usableFromInline let onRequest: ((Subscribers.Demand) -> Void)?

  @inlinable package init(
    onSubscription: ((any Subscription) -> Void)?, onOutput: ((Value) -> Void)?, onFinish: @escaping () -> Void,
    onCancel: (() -> Void)?, onRequest: ((Subscribers.Demand) -> Void)?
  ) {
    self.onSubscription = onSubscription
    self.onOutput = onOutput
    self.onFinish = onFinish
    self.onCancel = onCancel
    self.onRequest = onRequest
  }

  @inlinable package mutating func begin(_ subscription: any Subscription) { onSubscription?(subscription) }
  @inlinable package mutating func step(_ input: Value) throws(Never) -> Step<Value> {
    onOutput?(input)
    return .emit(input)
  }
  @inlinable package mutating func delivered(_ output: Value, more: Subscribers.Demand) {
    if more != .none { onRequest?(more) }
  }
  @inlinable package mutating func rest() -> Value? {
    onFinish()
    return nil
  }
  @inlinable package func makeLink() -> Link { WatchedLink(Self.name, onRequest: onRequest, onCancel: onCancel) }
}
