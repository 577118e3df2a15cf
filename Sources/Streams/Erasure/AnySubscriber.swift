/// A subscriber that tells only what it takes, or one made of closures.
///
/// It shows as what it wraps: its identifier, description and mirror are those. Costs one indirect call per value.
@frozen public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  // Formed where the subscriber's type was known, so they are specialised.
  @usableFromInline package let value: (Input) -> Subscribers.Demand
  @usableFromInline package let completion: (Subscribers.Completion<Failure>) -> Void
  @usableFromInline package let subscription: (any Subscription) -> Void
  /// nil: made of closures.
  @usableFromInline let box: AnySubscriberBox?
  public let combineIdentifier: CombineIdentifier

  /// Wraps the subscriber; one that is erased already is taken as it is.
  @inlinable public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    if let erased = subscriber._erased() {
      self = erased
      return
    }
    let box = SubscriberBox(subscriber)
    value = { box.subscriber.receive($0) }
    completion = { box.subscriber.receive(completion: $0) }
    subscription = { box.subscriber.receive(subscription: $0) }
    self.box = box
    combineIdentifier = subscriber.combineIdentifier
  }

  /// What comes is sent on to the subject, which is not kept alive, and which decides what to ask for (C84).
  @inlinable public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
    self.init(SubjectSubscriber(subject))
  }

  /// Calls the closures. One that is left out does nothing: without `receiveSubscription` nothing is asked for,
  /// without `receiveValue` no more is.
  public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    subscription = receiveSubscription ?? { _ in }
    value = receiveValue ?? { _ in .none }
    completion = receiveCompletion ?? { _ in }
    box = nil
    combineIdentifier = CombineIdentifier()
  }

  @inlinable public func receive(subscription: any Subscription) { self.subscription(subscription) }
  @inlinable public func receive(_ value: Input) -> Subscribers.Demand { self.value(value) }
  @inlinable public func receive(completion: Subscribers.Completion<Failure>) { self.completion(completion) }
  @inlinable public func _erased() -> AnySubscriber<Input, Failure>? { self }
}

extension AnySubscriber: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  public var description: String { box.map { String(describing: $0.wrapped) } ?? "Anonymous AnySubscriber" }
  public var playgroundDescription: Any { description }
  public var customMirror: Mirror { box.map { Mirror(reflecting: $0.wrapped) } ?? Mirror(self, children: []) }
}

/// Shows what is wrapped.
@usableFromInline class AnySubscriberBox {
  @inlinable init() {}
  var wrapped: Any { self }
}

@usableFromInline final class SubscriberBox<S>: AnySubscriberBox {
  @usableFromInline let subscriber: S
  @inlinable init(_ subscriber: S) { self.subscriber = subscriber }
  override var wrapped: Any { subscriber }
}
