extension Publisher {
  /// Turns every value into another.
  ///
  /// Demand, the end and cancelling are upstream's own; it may not end the stream, so it costs the call alone.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    .init(upstream: self, transform: transform)
  }

  /// Turns every value into another; the first error thrown ends the stream.
  ///
  /// Demand is passed on as it is. An error cancels upstream, then fails.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
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

  public struct TryMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error
    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output

    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay<_, Upstream.Failure, S>(trying: subscriber, TryMapRule(transform)))
    }
  }
}

// One stage does for two: the types say so, as Combine's do.
extension Publishers.Map {
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { transform(first($0)) }
  }

  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(first($0)) }
  }
}

extension Publishers.TryMap {
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { transform(try first($0)) }
  }

  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(try first($0)) }
  }
}

@frozen @usableFromInline package struct MapRule<Input, Output>: PassingRule {
  @inlinable package static var name: String { "Map" }
  @usableFromInline package let transform: (Input) -> Output
  @inlinable package init(transform: @escaping (Input) -> Output) { self.transform = transform }
  @inlinable package func apply(_ input: Input) -> Output? { transform(input) }
}

@usableFromInline package struct TryMapRule<Input, Output>: RelayRule {
  @inlinable package static var name: String { "TryMap" }
  @inlinable package static var early: EarlySignals { .passValues }
  @usableFromInline package let transform: (Input) throws -> Output
  @inlinable package init(_ transform: @escaping (Input) throws -> Output) { self.transform = transform }
  @inlinable package mutating func step(_ input: Input) throws(any Error) -> Step<Output> {
    .emit(try transform(input))
  }
}
