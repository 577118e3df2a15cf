/// A publisher that is told from outside what to publish.
///
/// All of `send` may be called from any thread, also from inside a delivery (C33, C34).
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends the value to whoever is subscribed.
  func send(_ value: Output)

  /// Ends the stream for everyone, also for those who subscribe later. Only the first counts (C85).
  func send(completion: Subscribers.Completion<Failure>)

  /// Gives the subject an upstream to ask for values: everything, once somebody downstream has asked (C84).
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a signal without a value.
  @inlinable public func send() { send(()) }
}
