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
  /// For what comes then: to look for the subject each time would cost 136 instructions a value.
  @usableFromInline let entrance: _Entrance<Input, Failure>
  @usableFromInline let link = Link("Subject")

  @inlinable init(_ subject: S) {
    self.subject = subject
    entrance = subject._entrance()
  }

  @inlinable func receive(subscription: any Subscription) {
    guard link.begin(subscription) else { return }
    if let subject { subject.send(subscription: link) } else { link.cancel() }  // it came too late
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if link.isActive { entrance.value(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if link.isActive, link.end() { entrance.completion(completion) }
  }
}

extension SubjectSubscriber: NamedInLogs {
  @usableFromInline var name: String { link.name }
}
