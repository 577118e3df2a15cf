import Streams

/// Subscribes `downstream` to a subject under a subscription of another kind, which is made of the subject's.
struct Renaming<Downstream: Subscriber>: Subscriber {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure
  private let downstream: Downstream
  private let rename: (any Subscription) -> any Subscription

  init(_ downstream: Downstream, _ rename: @escaping (any Subscription) -> any Subscription) {
    self.downstream = downstream
    self.rename = rename
  }

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
  func receive(subscription: any Subscription) { downstream.receive(subscription: rename(subscription)) }
  func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
  func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
}
