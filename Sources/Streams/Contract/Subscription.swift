/// The home of subscriptions that the library shares.
public enum Subscriptions {}

/// The tie between one subscriber and its publisher: through it demand goes up, and cancelling.
///
/// Dropping a subscription does not cancel it (C66).
///
/// A class, since it has an identity: the moment one subscriber was attached. (Combine says so in its documentation
/// and does not enforce it. Here it makes subscribing and cancelling a tenth cheaper.)
public protocol Subscription: AnyObject, Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for more values: they add up (C12), and none can be taken back (C14). After the end it does nothing (C41).
  ///
  /// May be called from any thread, also from inside `receive(_:)` (C21, C32). Values may come before it returns.
  func request(_ demand: Subscribers.Demand)
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
