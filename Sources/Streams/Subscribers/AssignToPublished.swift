extension Publisher where Failure == Never {
  /// Sets a property that is `@Published` to each value: `numbers.assign(to: &$latest)`.
  ///
  /// It needs no token and keeps no object: it runs until the stream ends or the property goes, with its object, which
  /// cancels it (C74). The end is not passed on: the property lives on. There is no back-pressure: asks for
  /// `.unlimited` at once.
  @inlinable public func assign(to published: inout Published<Output>.Publisher) {
    receive(subscriber: PublishedSubscriber(published.subject))
  }
}

/// Sets a property. The stream is cancelled with the property's owner; until then the property keeps its subscription.
@usableFromInline final class PublishedSubscriber<Value>: Subscriber {
  @usableFromInline typealias Input = Value
  @usableFromInline typealias Failure = Never
  @usableFromInline let subject: PublishedSubject<Value>
  @usableFromInline let link = Link("PublishedSubscriber")

  @inlinable init(_ subject: PublishedSubject<Value>) { self.subject = subject }

  @usableFromInline func receive(subscription: any Subscription) {
    if link.begin(subscription) { subject.add(feed: link) }
  }

  @inlinable func receive(_ input: Value) -> Subscribers.Demand {
    if link.isActive { subject.send(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Never>) { _ = link.end() }
}

extension PublishedSubscriber: NamedInLogs {
  @usableFromInline var name: String { link.name }
}
