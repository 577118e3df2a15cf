extension Result {
  /// Publishes the success on the first request and finishes; a failure fails at once.
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// Publishes one value or a failure.
  ///
  /// A value waits for the first request, as that of `Just`; a failure needs no demand (C3).
  /// Differs from Combine: docs/decisions/050.
  @frozen public struct Publisher: Streams.Publisher {
    public typealias Output = Success
    public let result: Result<Success, Failure>

    @inlinable public init(_ result: Result<Success, Failure>) { self.result = result }
    @inlinable public init(_ output: Success) { result = .success(output) }
    @inlinable public init(_ failure: Failure) { result = .failure(failure) }

    @inlinable public func _scalar() -> Output? { if case .success(let output) = result { output } else { nil } }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Success, S.Failure == Failure {
      switch result {
      case .success(let output):
        subscriber.receive(subscription: Shot("Once") { $0.fire(output, at: subscriber) })
      case .failure(let failure):
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(failure))
      }
    }
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.result == rhs.result }
}

extension Result.Publisher: Sendable where Success: Sendable {}
