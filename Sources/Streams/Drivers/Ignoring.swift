import Synchronization

/// Passes on everything but the values (C6). Downstream's demand means nothing: it asks for all itself (C24).
@frozen @usableFromInline package struct Ignoring<Input, Downstream: Subscriber>: Subscriber, NamedInLogs {
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let downstream: Downstream
  @inlinable package init(_ downstream: Downstream) { self.downstream = downstream }

  @usableFromInline package var name: String { "IgnoreOutput" }
  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable package func receive(subscription: any Subscription) {
    let own = IgnoringSubscription(subscription)
    downstream.receive(subscription: own)
    own.askForAll()
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand { .none }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}

/// Knows whether it was cancelled, so that nothing is asked for after that (C61): upstream might not.
@usableFromInline package final class IgnoringSubscription: LikeUpstreams, CustomReflectable {
  private let isCancelled = Atomic(false)
  @usableFromInline package override init(_ subscription: any Subscription) { super.init(subscription) }

  @usableFromInline package func askForAll() {
    if !isCancelled.load(ordering: .relaxed) { subscription.request(.unlimited) }
  }

  @usableFromInline package override func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    super.cancel()
  }

  @usableFromInline package var customMirror: Mirror { Mirror(reflecting: subscription) }
}
