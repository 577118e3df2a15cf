/// Passes what is sent to it on to everyone who is subscribed and has demand; drops it for the others.
///
/// - Nothing is kept: a late subscriber sees nothing earlier, one without demand loses the value (C80).
/// - After the completion it is dead: `send` does nothing, and a new subscriber gets the completion at once (C85).
/// - Sending from inside a delivery nests: it has arrived when `send` returns, but nobody sees an older value after a
///   newer one (C34, C35). Another thread waits for its turn, parked (C33); a thread that is itself inside a delivery
///   of another subject leaves its value to the one who delivers.
/// - Subscribers are served in the order in which they subscribed (C39).
///
/// Cost per value: two atomic operations, whatever the number of subscribers. May be used from any thread.
/// Differs from Combine: docs/decisions/002, docs/decisions/003 and docs/decisions/013.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline package let hub = TypedHub<AsIs<Output>, Failure>("PassthroughSubject")

  @inlinable public init() {}

  /// Sends a value to those who have demand for it.
  @inlinable @inline(__always) public func send(_ input: Output) { hub.send(input) }

  /// Ends the subject, for everyone. A second completion is ignored.
  @inlinable public func send(completion: Subscribers.Completion<Failure>) { hub.complete(completion) }

  /// Takes an upstream subscription in: it is asked for everything once a subscriber of this subject has asked for
  /// something (C84), and cancelled when the subject goes away.
  @inlinable public func send(subscription: any Subscription) { hub.add(feed: subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.attach(subscriber, to: self)
  }

  /// What feeds it is cancelled with it (C66): that keeps the hub, not the subject.
  @inlinable deinit { hub.cancelFeeds() }

  @inlinable public func _entrance() -> _Entrance<Output, Failure> {
    let hub = hub
    return _Entrance(value: { hub.send($0) }, completion: { hub.complete($0) })
  }
}

/// Any thread may send, ask and cancel (C32).
extension PassthroughSubject: @unchecked Sendable where Output: Sendable {}
