/// The home of the publishers that operators make, each named as the operator.
///
/// What differs from Combine in all of them: upstream's `receive(subscriber:)` is called, and not `subscribe(_:)`
/// (docs/decisions/070); only the first end goes down (docs/decisions/004); they let go when they are over
/// (docs/decisions/005); nothing of a program's own runs under a lock (docs/decisions/006); a cancel is never lost
/// (docs/decisions/012); they may be used from any thread (docs/decisions/013); a demand of zero goes nowhere
/// (docs/decisions/073); what nobody asked for is held where there is room for it (docs/decisions/074).
public enum Publishers {}

/// A recipe for a stream of values, which may end in a failure.
///
/// Nothing happens until a subscriber comes; each gets a run of its own (C70). A publisher calls its subscriber one
/// call at a time (C31): first `receive(subscription:)`, once (C2); then a value for each that was asked for, never
/// more (C13); at most one completion, and nothing after it (C40).
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// Starts a stream for the subscriber. Write this one; call `subscribe(_:)`.
  ///
  /// May be called from any thread, also by several at once (C30).
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure

  /// The only value, if this publishes exactly one and has it at hand: `flatMap` then need not subscribe.
  func _scalar() -> Output?

  /// The publisher itself if its type is erased already: it needs no second box.
  func _erased() -> AnyPublisher<Output, Failure>?
}

extension Publisher {
  @inlinable public func _scalar() -> Output? { nil }
  @inlinable public func _erased() -> AnyPublisher<Output, Failure>? { nil }

  /// Starts a stream for the subscriber.
  ///
  /// It only calls `receive(subscriber:)`. Operators call that themselves: a chain of generic calls through here
  /// is more than the compiler specialises (C1).
  @inlinable @inline(__always) public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }
}
