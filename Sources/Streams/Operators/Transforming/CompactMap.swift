extension Publisher {
  /// Turns every value into another and drops it where that is nil.
  ///
  /// For each value dropped upstream is asked for another (C23). Otherwise as `map`.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    .init(upstream: self, transform: transform)
  }

  /// Turns every value into another and drops it where that is nil; the first error thrown ends the stream.
  ///
  /// For each value dropped upstream is asked for another. An error cancels upstream, then fails.
  /// A publisher that sends before its subscription traps.
  @inlinable public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  @frozen public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output?

    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Passing(subscriber, CompactMapRule(transform)))
    }
  }

  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error
    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output?

    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay<_, Upstream.Failure, S>(trying: subscriber, TryCompactMapRule(transform)))
    }
  }
}

// One stage does for two: the types say so, as Combine's do.
extension Publishers.CompactMap {
  @inlinable public func compactMap<T>(
    _ transform: @escaping (Output) -> T?
  ) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).flatMap(transform) }
  }

  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).map(transform) }
  }
}

extension Publishers.TryCompactMap {
  @inlinable public func compactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { try first($0).flatMap(transform) }
  }
}

@frozen @usableFromInline package struct CompactMapRule<Input, Output>: PassingRule {
  @inlinable package static var name: String { "CompactMap" }
  @usableFromInline package let transform: (Input) -> Output?
  @inlinable package init(_ transform: @escaping (Input) -> Output?) { self.transform = transform }
  @inlinable package func apply(_ input: Input) -> Output? { transform(input) }
}

@usableFromInline package struct TryCompactMapRule<Input, Output>: RelayRule {
  @inlinable package static var name: String { "TryCompactMap" }
  @inlinable package static var early: EarlySignals { .trap }
  @inlinable package static var trapsOnZero: Bool { true }
  @usableFromInline package let transform: (Input) throws -> Output?
  @inlinable package init(_ transform: @escaping (Input) throws -> Output?) { self.transform = transform }
  @inlinable package mutating func step(_ input: Input) throws(any Error) -> Step<Output> {
    if let output = try transform(input) { .emit(output) } else { .skip }
  }
}
