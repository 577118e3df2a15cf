/// Publishes nothing and fails at once, without waiting for demand (C3).
@frozen public struct Fail<Output, Failure: Error>: Publisher {
  public let error: Failure

  @inlinable public init(error: Failure) { self.error = error }

  /// For where the type of the values cannot be inferred.
  @inlinable public init(outputType: Output.Type, failure: Failure) { error = failure }

  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.error == rhs.error }
}
