extension Publisher {
  /// Turns every value into another.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  @frozen public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output

    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Passing(subscriber, MapRule(transform: transform)))
    }
  }
}

@frozen @usableFromInline package struct MapRule<Input, Output>: PassingRule {
  @usableFromInline package let transform: (Input) -> Output
  @inlinable package init(transform: @escaping (Input) -> Output) { self.transform = transform }
  @inlinable package func apply(_ input: Input) -> Output? { transform(input) }
}
