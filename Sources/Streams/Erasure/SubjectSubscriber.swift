extension Publisher {
  /// Sends everything that comes to the subject, until the token is cancelled or dropped, or the subject goes.
  ///
  /// The subject decides what to ask for (C84). A completion is sent to it too, and is the end of the subject (C85).
  @inlinable public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    let subscriber = SubjectSubscriber(subject)
    receive(subscriber: subscriber)
    return AnyCancellable(subscriber.link)
  }
}

/// Makes a subscriber of a subject.
@usableFromInline final class SubjectSubscriber<S: Subject>: Subscriber {
  @usableFromInline typealias Input = S.Output
  @usableFromInline typealias Failure = S.Failure

  /// The subject owns its upstream, not the other way round: when it goes, it cancels.
  @usableFromInline weak let subject: S?
  @usableFromInline let link = Link("Subject")

  @inlinable init(_ subject: S) { self.subject = subject }

  @inlinable func receive(subscription: any Subscription) {
    if link.begin(subscription) { subject?.send(subscription: link) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if link.isActive { subject?.send(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if link.isActive, link.end() { subject?.send(completion: completion) }
  }
}

extension SubjectSubscriber: NamedInLogs {
  @usableFromInline var name: String { link.name }
}
