/// Remembers the latest value, and begins with it for each new subscriber.
///
/// A subscriber without demand is owed the latest value and gets it with its next request: whatever came in between is
/// left out (C81). For the rest as `PassthroughSubject`. `value` changes before the value is delivered; sent from a
/// thread that is inside a delivery of another subject, it changes when its turn comes.
///
/// Cost per value: two atomic operations, and a short lock for the sake of `value`. May be used from any thread.
/// Differs from Combine: docs/decisions/002, docs/decisions/003 and docs/decisions/013.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  @usableFromInline package let hub: TypedHub<AsIs<Output>, Failure>

  /// Begins with `value`.
  @inlinable public init(_ value: Output) { hub = TypedHub("CurrentValueSubject", initial: value) }

  /// The latest value. Setting it sends it; after the completion setting only changes it.
  @inlinable public var value: Output {
    get { hub.currentLock.withLock { hub.current.unsafelyUnwrapped } }
    set { hub.sendAndStore(newValue, isSetter: true) }
  }

  /// Remembers a value and sends it to those who have demand for it.
  @inlinable @inline(__always) public func send(_ input: Output) { hub.sendAndStore(input) }

  /// Ends the subject, for everyone. A second completion is ignored.
  @inlinable public func send(completion: Subscribers.Completion<Failure>) { hub.complete(completion) }

  /// Takes an upstream subscription in and asks it for everything (C84); cancels it when the subject goes away.
  @inlinable public func send(subscription: any Subscription) { hub.add(feed: subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.attach(subscriber, to: self)
  }

  /// What feeds it is cancelled with it (C66): that keeps the hub, not the subject.
  @inlinable deinit { hub.cancelFeeds() }

  @inlinable public func _entrance() -> _Entrance<Output, Failure> {
    let hub = hub
    return _Entrance(value: { hub.sendAndStore($0) }, completion: { hub.complete($0) })
  }
}

/// Any thread may send, ask and cancel (C32).
extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}
