extension Publisher {
  /// Keeps the values that pass the test.
  ///
  /// For each value dropped upstream is asked for another (C23). Otherwise demand, the end and cancelling are
  /// upstream's own.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }

  /// Keeps the values that pass the test; the first error thrown ends the stream.
  ///
  /// For each value dropped upstream is asked for another. An error cancels upstream, then fails.
  /// A publisher that sends before its subscription traps.
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  @frozen public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let isIncluded: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Passing(subscriber, FilterRule(isIncluded: isIncluded)))
    }
  }

  public struct TryFilter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let isIncluded: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay<_, Upstream.Failure, S>(trying: subscriber, TryFilterRule(isIncluded)))
    }
  }
}

// One stage does for two: the types say so, as Combine's do.
extension Publishers.Filter {
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { first($0) && isIncluded($0) }
  }

  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

extension Publishers.TryFilter {
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }

  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

@frozen @usableFromInline package struct FilterRule<Value>: PassingRule {
  @inlinable package static var name: String { "Filter" }
  @usableFromInline package let isIncluded: (Value) -> Bool
  @inlinable package init(isIncluded: @escaping (Value) -> Bool) { self.isIncluded = isIncluded }
  @inlinable package func apply(_ input: Value) -> Value? { isIncluded(input) ? input : nil }
}

@usableFromInline package struct TryFilterRule<Value>: RelayRule {
  @inlinable package static var name: String { "TryFilter" }
  @inlinable package static var early: EarlySignals { .trap }
  @inlinable package static var trapsOnZero: Bool { true }
  @usableFromInline package let isIncluded: (Value) throws -> Bool
  @inlinable package init(_ isIncluded: @escaping (Value) throws -> Bool) { self.isIncluded = isIncluded }
  @inlinable package mutating func step(_ input: Value) throws(any Error) -> Step<Value> {
    try isIncluded(input) ? .emit(input) : .skip
  }
}
