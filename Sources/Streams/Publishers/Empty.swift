/// Publishes nothing: finishes at once, or never.
///
/// The end needs no demand and cannot be cancelled: the subscription does nothing (C3, C61).
@frozen public struct Empty<Output, Failure: Error>: Publisher, Equatable {
  /// Whether it finishes at once; otherwise nothing ever comes.
  public let completeImmediately: Bool

  @inlinable public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

  /// For where the types cannot be inferred.
  @inlinable public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    if completeImmediately { subscriber.receive(completion: .finished) }
  }

  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.completeImmediately == rhs.completeImmediately
  }
}
