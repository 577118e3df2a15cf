extension Publisher {
  /// Republishes the values for which `isIncluded` is true. Asks for another in place of each it drops.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  @frozen public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let isIncluded: (Output) -> Bool

    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Passing(subscriber, FilterRule(isIncluded: isIncluded)))
    }
  }
}

@frozen @usableFromInline package struct FilterRule<Value>: PassingRule {
  @usableFromInline package let isIncluded: (Value) -> Bool
  @inlinable package init(isIncluded: @escaping (Value) -> Bool) { self.isIncluded = isIncluded }
  @inlinable package func apply(_ input: Value) -> Value? { isIncluded(input) ? input : nil }
}
