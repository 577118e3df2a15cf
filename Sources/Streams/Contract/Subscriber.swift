/// The home of what a subscriber is made of: `Demand`, `Completion`, `Sink`, `Assign`.
public enum Subscribers {}

/// Takes the values of a stream, as many as it asked for.
///
/// The calls come one at a time, on whatever thread the publisher uses (C31).
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error

  /// The stream begins. Nothing comes before `subscription.request(_:)` is called (C4), which may happen here and
  /// now, or at any time. Values may then arrive before this returns: store what you need first (C7).
  func receive(subscription: any Subscription)

  /// One value. What it returns is asked for on top of all that was asked for before (C12).
  func receive(_ input: Input) -> Subscribers.Demand

  /// The end: nothing comes after it (C40). It needs no demand (C46).
  func receive(completion: Subscribers.Completion<Failure>)

  /// The subscriber itself if its type is erased already: it needs no second box.
  func _erased() -> AnySubscriber<Input, Failure>?
}

extension Subscriber {
  @inlinable public func _erased() -> AnySubscriber<Input, Failure>? { nil }
}

extension Subscriber where Input == Void {
  /// One signal without a value.
  @inlinable public func receive() -> Subscribers.Demand { receive(()) }
}
