/// A subscriber whose type is not known here. The closures were formed where it was, so they are specialised.
@frozen public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline package let value: (Input) -> Subscribers.Demand
  @usableFromInline package let completion: (Subscribers.Completion<Failure>) -> Void
  @usableFromInline package let subscription: (any Subscription) -> Void
  public let combineIdentifier: CombineIdentifier

  @inlinable public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    if let erased = subscriber._erased() {
      self = erased
      return
    }
    let box = SubscriberBox(subscriber)
    combineIdentifier = subscriber.combineIdentifier
    value = { box.subscriber.receive($0) }
    completion = { box.subscriber.receive(completion: $0) }
    subscription = { box.subscriber.receive(subscription: $0) }
  }

  @inlinable public func receive(subscription: any Subscription) { self.subscription(subscription) }
  @inlinable public func receive(_ input: Input) -> Subscribers.Demand { value(input) }
  @inlinable public func receive(completion: Subscribers.Completion<Failure>) { self.completion(completion) }
  @inlinable public func _erased() -> AnySubscriber<Input, Failure>? { self }
}

@usableFromInline package final class SubscriberBox<S> {
  @usableFromInline package let subscriber: S
  @inlinable package init(_ subscriber: S) { self.subscriber = subscriber }
}

/// A publisher whose type is not known here: both ends are erased, so each side stays specialised.
@frozen public struct AnyPublisher<Output, Failure: Error>: Publisher {
  @usableFromInline package let attach: (AnySubscriber<Output, Failure>) -> Void
  @inlinable public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    attach = { publisher.receive(subscriber: $0) }
  }
  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    attach(AnySubscriber(subscriber))
  }
  /// It is erased already.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { self }
}

extension Publisher {
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
