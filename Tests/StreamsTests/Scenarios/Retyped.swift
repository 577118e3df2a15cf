import Streams

/// Gives a stream another failure type and changes nothing else, so that one recorder serves all tests.
struct Retyped<Upstream: Publisher, Failure: Error>: Publisher {
  typealias Output = Upstream.Output
  let upstream: Upstream
  let retype: (Upstream.Failure) -> Failure

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: Side(downstream: subscriber, retype: retype))
  }

  struct Side<Downstream: Subscriber>: Subscriber where Downstream.Failure == Failure {
    typealias Input = Downstream.Input
    let downstream: Downstream
    let retype: (Upstream.Failure) -> Failure
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
    func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      switch completion {
      case .finished: downstream.receive(completion: .finished)
      case .failure(let failure): downstream.receive(completion: .failure(retype(failure)))
      }
    }
  }
}

extension Publisher where Failure == Never {
  func failing<NewFailure: Error>(with _: NewFailure.Type) -> Retyped<Self, NewFailure> {
    Retyped(upstream: self, retype: neverHappens)
  }
}

extension Publisher where Failure == any Error {
  /// All errors of the stream are of this type.
  func failing<NewFailure: Error>(with _: NewFailure.Type) -> Retyped<Self, NewFailure> {
    Retyped(upstream: self) { $0 as! NewFailure }
  }
}

private func neverHappens<Failure>(_: Never) -> Failure {}

extension Publisher {
  /// For operators of streams that cannot fail. A failure is a fault of the test.
  func unfailing() -> Retyped<Self, Never> {
    Retyped(upstream: self) { preconditionFailure("a stream that cannot fail failed: \($0)") }
  }
}
