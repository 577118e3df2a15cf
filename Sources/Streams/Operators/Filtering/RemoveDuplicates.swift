extension Publisher where Output: Equatable {
  /// Drops a value that equals the one before it. Asks for another in its place.
  @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    .init(upstream: self, predicate: { $0 == $1 })
  }
}

extension Publisher {
  /// Drops a value that `predicate` takes for the same as the one before it.
  @inlinable public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool)
    -> Publishers.RemoveDuplicates<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output, Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(subscriber, RemoveDuplicatesRule(isSame: predicate)))
    }
  }
}

@usableFromInline package struct RemoveDuplicatesRule<Value>: RelayRule {
  @usableFromInline package let isSame: (Value, Value) -> Bool
  @usableFromInline package var last: Value?
  @inlinable package init(isSame: @escaping (Value, Value) -> Bool) { self.isSame = isSame }
  @inlinable package mutating func step(_ input: Value) throws(Never) -> Step<Value> {
    if let last, isSame(last, input) { return .skip }
    last = input
    return .emit(input)
  }
}
