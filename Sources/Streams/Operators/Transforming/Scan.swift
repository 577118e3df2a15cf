extension Publisher {
  /// Publishes a running result: each value is folded into the last one published.
  ///
  /// The initial result is not published. Keeps the last result. Demand, the end and cancelling are upstream's own.
  /// A value sent from inside the closure is folded first, and then left out: docs/decisions/065.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Publishes a running result; the first error thrown ends the stream.
  ///
  /// Demand is passed on as it is. An error cancels upstream, then fails. Otherwise as `scan`.
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let initialResult: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    @inlinable public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Passing(subscriber, ScanRule(initialResult, nextPartialResult)))
    }
  }

  public struct TryScan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error
    public let upstream: Upstream
    public let initialResult: Output
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    @inlinable public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Relay<_, Upstream.Failure, S>(
          trying: subscriber, TryScanRule(result: initialResult, next: nextPartialResult)))
    }
  }
}

@usableFromInline package final class ScanRule<Input, Output>: PassingRule {
  @inlinable package static var name: String { "Scan" }
  @exclusivity(unchecked) @usableFromInline package var result: Output
  @usableFromInline package let next: (Output, Input) -> Output
  @inlinable package init(_ result: Output, _ next: @escaping (Output, Input) -> Output) {
    self.result = result
    self.next = next
  }
  @inlinable package func apply(_ input: Input) -> Output? {
    result = next(result, input)
    return result
  }
}

@usableFromInline package struct TryScanRule<Input, Output>: RelayRule {
  @inlinable package static var name: String { "TryScan" }
  @inlinable package static var early: EarlySignals { .passValues }
  @usableFromInline package var result: Remembered<Output>
  @usableFromInline package let next: (Output, Input) throws -> Output
  @inlinable package init(result: Output, next: @escaping (Output, Input) throws -> Output) {
    self.result = Remembered(result)
    self.next = next
  }
  @inlinable @inline(__always) package mutating func step(_ input: Input) throws(any Error) -> Step<Output> {
    let result = try next(result.value.unsafelyUnwrapped, input)
    self.result.value = result
    return .emit(result)
  }
}
