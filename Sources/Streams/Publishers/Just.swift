/// Publishes one value on the first request, then finishes.
///
/// Every subscriber gets it. What is asked for beyond one is of no account; asking for zero traps.
/// Differs from Combine: docs/decisions/050.
@frozen public struct Just<Output>: Publisher {
  public typealias Failure = Never
  public let output: Output

  @inlinable public init(_ output: Output) { self.output = output }

  @inlinable public func _scalar() -> Output? { output }

  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Never {
    let output = output
    subscriber.receive(subscription: Shot("Just") { $0.fire(output, at: subscriber) })
  }
}

extension Just: Equatable where Output: Equatable {
  @inlinable public static func == (lhs: Just, rhs: Just) -> Bool { lhs.output == rhs.output }
}

extension Just: Sendable where Output: Sendable {}
