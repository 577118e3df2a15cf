import Synchronization

extension Publisher {
  /// Asks for everything and hands it to the closures, until the token is cancelled or dropped.
  ///
  /// There is no back-pressure: asks for `.unlimited` at once. The closures are called on whatever thread the
  /// values come; they are let go of with the end of the stream.
  @inlinable public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let control = SinkControl()
    receive(subscriber: SinkSubscriber(control, receiveCompletion, receiveValue))
    return AnyCancellable(control)
  }
}

extension Publisher where Failure == Never {
  /// Asks for everything and hands it to the closure, until the token is cancelled or dropped.
  ///
  /// As `sink(receiveCompletion:receiveValue:)`, for a stream that cannot fail.
  @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let control = SinkControl()
    receive(subscriber: SinkSubscriber(control, nil, receiveValue))
    return AnyCancellable(control)
  }
}

extension Subscribers {
  /// Asks for everything and hands it to its closures.
  ///
  /// `sink` is the same and faster: this one may be cancelled by whoever subscribed it, so it locks for each value.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    @usableFromInline let control = SinkControl()
    @usableFromInline let lock = Lock()
    @exclusivity(unchecked) @usableFromInline var onValue: (Input) -> Void
    @exclusivity(unchecked) @usableFromInline var onCompletion: (Subscribers.Completion<Failure>) -> Void

    @inlinable public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      onValue = receiveValue
      onCompletion = receiveCompletion
    }

    /// Does nothing once the sink is over: it has let go of the one it was given.
    @inlinable public var receiveValue: (Input) -> Void {
      get { lock.withLock { onValue } }
      set {
        var other = newValue
        lock.withLock { swap(&other, &onValue) }
        withExtendedLifetime(other) {}  // released outside the lock (C37)
      }
    }
    @inlinable public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      get { lock.withLock { onCompletion } }
      set {
        var other = newValue
        lock.withLock { swap(&other, &onCompletion) }
        withExtendedLifetime(other) {}
      }
    }

    @inlinable public func receive(subscription: any Subscription) { control.begin(subscription) }

    @inlinable public func receive(_ value: Input) -> Subscribers.Demand {
      if !control.isOver.load(ordering: .relaxed) { receiveValue(value) }
      return .none
    }

    @inlinable public func receive(completion: Subscribers.Completion<Failure>) {
      if control.end() { letGo().onCompletion(completion) }
    }

    /// A sink that never had a subscription keeps its closures (C74).
    @inlinable public func cancel() { if control.stop() { _ = letGo() } }

    /// The closures are released by the caller, outside the lock: that may run any code (C37).
    @inlinable func letGo() -> (onValue: (Input) -> Void, onCompletion: (Subscribers.Completion<Failure>) -> Void) {
      lock.withLock {
        defer {
          onValue = { _ in }
          onCompletion = { _ in }
        }
        return (onValue, onCompletion)
      }
    }
  }
}

extension Subscribers.Sink: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  public var description: String { "Sink" }
  public var playgroundDescription: Any { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What the token of a sink holds: the subscription, and whether it is over. The closures of the sink are not
/// here; they ride in the chain that upstream owns, and go when upstream lets go of that (C74).
@usableFromInline package final class SinkControl: Canceller {
  @usableFromInline package let isOver = Atomic<Bool>(false)
  @usableFromInline package let lock = Lock()
  @exclusivity(unchecked) @usableFromInline package var subscription: (any Subscription & AnyObject)?
  @inlinable package override init() {}

  @usableFromInline package func begin(_ subscription: any Subscription) {
    if accept(subscription) { subscription.request(.unlimited) }
  }

  /// False if there is one already, or if it comes too late: it is cancelled (C8).
  @usableFromInline package func accept(_ subscription: any Subscription) -> Bool {
    let object = subscription._object
    let isWelcome = lock.withLock {
      if self.subscription != nil || isOver.load(ordering: .relaxed) { return false }
      self.subscription = object
      return true
    }
    if !isWelcome { subscription.cancel() }
    return isWelcome
  }

  /// Upstream has ended it. True the first time. It is not cancelled (C42).
  @usableFromInline package func end() -> Bool {
    if isOver.exchange(true, ordering: .acquiringAndReleasing) { return false }
    _ = take()
    return true
  }

  @usableFromInline package override func cancel() { stop() }

  /// True if there was a subscription to cancel.
  @discardableResult @usableFromInline package func stop() -> Bool {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing), let subscription = take() else { return false }
    subscription.cancel()
    return true
  }

  /// For mirrors.
  @usableFromInline package var status: String {
    isOver.load(ordering: .relaxed) ? "terminal" : lock.withLock { subscription == nil } ? "waiting" : "active"
  }

  @usableFromInline package func take() -> (any Subscription & AnyObject)? {
    lock.withLock {
      defer { subscription = nil }
      return subscription
    }
  }
}

/// The subscriber of `sink`: nothing of it is ever changed, so no value needs a lock.
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

extension SinkSubscriber: NamedInLogs {
  @usableFromInline package var name: String { "Sink" }
}
