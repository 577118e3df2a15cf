/// A publisher that starts when it is told to, so that several subscribers can be there from the first value.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts it. Cancelling the token stops it; the subscribers get no completion then.
  func connect() -> any Cancellable
}
