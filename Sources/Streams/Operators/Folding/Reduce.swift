extension Publisher {
  /// Folds everything into one value and sends that when upstream finishes.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
    -> Publishers.Reduce<Self, T>
  {
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
}

@usableFromInline package struct ReduceRule<Input, Output>: FoldRule {
  @usableFromInline package var result: Output
  @usableFromInline package let next: (Output, Input) -> Output
  @inlinable package init(_ result: Output, _ next: @escaping (Output, Input) -> Output) {
    self.result = result
    self.next = next
  }
  @inlinable package mutating func take(_ input: Input) throws(Never) -> Bool {
    result = next(result, input)
    return false
  }
  @inlinable package mutating func answer() -> Output? { result }
}
