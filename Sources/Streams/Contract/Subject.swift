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

  /// How a publisher that was subscribed to it reaches it, without keeping it alive. Not for users.
  func _entrance() -> _Entrance<Output, Failure>
}

extension Subject {
  public func _entrance() -> _Entrance<Output, Failure> {
    _Entrance(value: { [weak self] in self?.send($0) }, completion: { [weak self] in self?.send(completion: $0) })
  }
}

/// Two ways into a subject, formed where its type is known.
@frozen public struct _Entrance<Output, Failure: Error> {
  @usableFromInline let value: (Output) -> Void
  @usableFromInline let completion: (Subscribers.Completion<Failure>) -> Void
  @inlinable init(
    value: @escaping (Output) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.value = value
    self.completion = completion
  }
}

extension Subject where Output == Void {
  /// Sends a signal without a value.
  @inlinable public func send() { send(()) }
}
