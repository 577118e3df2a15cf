extension Optional {
  /// Publishes the value on the first request and finishes; nil finishes at once.
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// Publishes one value or none.
  ///
  /// A value waits for the first request, as that of `Just`; without one the end comes at once (C3).
  /// Differs from Combine: docs/decisions/050.
  @frozen public struct Publisher: Streams.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never
    public let output: Wrapped?

    @inlinable public init(_ output: Wrapped?) { self.output = output }

    @inlinable public func _scalar() -> Output? { output }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Wrapped, S.Failure == Never {
      guard let output else {
        subscriber.receive(subscription: Subscriptions.empty)
        return subscriber.receive(completion: .finished)
      }
      subscriber.receive(subscription: Shot("Optional") { $0.fire(output, at: subscriber) })
    }
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.output == rhs.output }
}

extension Optional.Publisher: Sendable where Wrapped: Sendable {}
