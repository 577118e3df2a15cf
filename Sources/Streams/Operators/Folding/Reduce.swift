extension Publisher {
  /// Folds everything into one value and publishes that when upstream has finished.
  ///
  /// Asks upstream for everything at once; the result waits until it is asked for (C47). Nothing at all gives the
  /// initial value. A failure is passed on at once. A value sent from inside the closure is left out:
  /// docs/decisions/065.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Folds everything into one value; the first error thrown ends the stream.
  ///
  /// An error cancels upstream and fails at once. Otherwise as `reduce`.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    @inlinable public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Fold(subscriber, ReduceRule(initial, nextPartialResult)))
    }
  }

  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error
    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    @inlinable public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Fold<_, Upstream.Failure, S>(trying: subscriber, TryReduceRule(initial, nextPartialResult)))
    }
  }
}

// Two rules: a closure with a generic error is called through a thunk.
@usableFromInline package struct ReduceRule<Input, Output>: FoldRule {
  @inlinable package var name: String { "Reduce" }
  @usableFromInline package var result: Remembered<Output>
  @usableFromInline package let next: (Output, Input) -> Output
  @inlinable package init(_ result: Output, _ next: @escaping (Output, Input) -> Output) {
    self.result = Remembered(result)
    self.next = next
  }
  @inlinable package mutating func take(_ input: Input) throws(Never) -> Bool {
    result.value = next(result.value.unsafelyUnwrapped, input)
    return false
  }
  @inlinable package mutating func answer() -> Output? { result.value }
}

@usableFromInline package struct TryReduceRule<Input, Output>: FoldRule {
  @inlinable package var name: String { "TryReduce" }
  @usableFromInline package var result: Remembered<Output>
  @usableFromInline package let next: (Output, Input) throws -> Output
  @inlinable package init(_ result: Output, _ next: @escaping (Output, Input) throws -> Output) {
    self.result = Remembered(result)
    self.next = next
  }
  @inlinable package mutating func take(_ input: Input) throws(any Error) -> Bool {
    result.value = try next(result.value.unsafelyUnwrapped, input)
    return false
  }
  @inlinable package mutating func answer() -> Output? { result.value }
}
