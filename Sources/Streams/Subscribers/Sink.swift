import Synchronization

/// What the token of a sink holds: the subscription, and whether it is over. The closures of the sink are not
/// here; they ride in the chain that upstream owns, and go when upstream lets go of that (C74).
@usableFromInline package final class SinkControl: Canceller {
  @usableFromInline package let isOver = Atomic<Bool>(false)
  @usableFromInline package let lock = Lock()
  @exclusivity(unchecked) @usableFromInline package var subscription: (any Subscription)?
  @inlinable package override init() {}

  @usableFromInline package func begin(_ subscription: any Subscription) {
    let isWelcome = lock.withLock {
      if self.subscription != nil || isOver.load(ordering: .relaxed) { return false }
      self.subscription = subscription
      return true
    }
    if isWelcome { subscription.request(.unlimited) } else { subscription.cancel() }  // C8
  }

  @usableFromInline package func end() -> Bool {
    if isOver.exchange(true, ordering: .acquiringAndReleasing) { return false }
    _ = take()
    return true
  }

  @usableFromInline package override func cancel() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { take()?.cancel() }
  }

  @usableFromInline package func take() -> (any Subscription)? {
    lock.withLock {
      defer { subscription = nil }
      return subscription
    }
  }
}

@frozen @usableFromInline package struct SinkSubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline package let onValue: (Input) -> Void
  @usableFromInline package let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @usableFromInline package let control: SinkControl

  @inlinable package init(
    _ control: SinkControl, _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?,
    _ onValue: @escaping (Input) -> Void
  ) {
    self.control = control
    self.onCompletion = onCompletion
    self.onValue = onValue
  }

  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(control) }

  @inlinable package func receive(subscription: any Subscription) { control.begin(subscription) }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    if !control.isOver.load(ordering: .relaxed) { onValue(input) }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    if control.end() { onCompletion?(completion) }
  }
}

extension Publisher {
  /// Asks for everything and hands it to the closures, until the token is cancelled or dropped.
  @inlinable public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let control = SinkControl()
    receive(subscriber: SinkSubscriber(control, receiveCompletion, receiveValue))
    return AnyCancellable(control)
  }
}

extension Publisher where Failure == Never {
  @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let control = SinkControl()
    receive(subscriber: SinkSubscriber(control, nil, receiveValue))
    return AnyCancellable(control)
  }
}
