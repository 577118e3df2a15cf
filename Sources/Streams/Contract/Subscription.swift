/// The home of subscriptions that the library shares.
public enum Subscriptions {}

/// The tie between one subscriber and its publisher: through it demand goes up, and cancelling.
///
/// Dropping a subscription does not cancel it (C66).
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for more values: they add up (C12), and none can be taken back (C14). After the end it does nothing (C41).
  ///
  /// May be called from any thread, also from inside `receive(_:)` (C21, C32). Values may come before it returns.
  func request(_ demand: Subscribers.Demand)

  /// The subscription as an object: itself, or a box round it. A driver keeps that, since a call through it is half as
  /// long. Not for users.
  var _object: any Subscription & AnyObject { get }
}

extension Subscriptions {
  /// Does nothing: for a stream that is over before it begins (C3).
  public static var empty: any Subscription { shared }

  nonisolated(unsafe) static let shared = Empty()

  final class Empty: Subscription, NamedInLogs {
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
    var name: String { "Empty" }
  }
}

extension Subscription {
  @inlinable public var _object: any Subscription & AnyObject { SubscriptionBox(self) }
}
extension Subscription where Self: AnyObject {
  @inlinable public var _object: any Subscription & AnyObject { self }
}

/// Holds a subscription that is a value.
@usableFromInline final class SubscriptionBox<Boxed: Subscription>: Subscription {
  @usableFromInline let boxed: Boxed
  @inlinable init(_ boxed: Boxed) { self.boxed = boxed }
  @usableFromInline var combineIdentifier: CombineIdentifier { boxed.combineIdentifier }
  @usableFromInline func request(_ demand: Subscribers.Demand) { boxed.request(demand) }
  @usableFromInline func cancel() { boxed.cancel() }
}
