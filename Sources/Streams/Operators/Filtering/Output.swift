extension Publisher {
  /// Publishes the first `maxLength` values, then finishes: right after the last of them, having cancelled upstream.
  ///
  /// Demand is passed on as it is. A length of zero finishes as soon as upstream's subscription is there; a negative
  /// one traps.
  /// Differs from Combine: docs/decisions/010.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "a prefix cannot be shorter than nothing")
    return .init(upstream: self, range: 0..<maxLength)
  }

  /// Publishes the value at that place, counted from zero, then finishes.
  ///
  /// For each value before it upstream is asked for another (C23). A negative index traps, and so does `Int.max`.
  @inlinable public func output(at index: Int) -> Publishers.Output<Self> {
    precondition(index >= 0 && index < .max, "an index counts from zero")
    return .init(upstream: self, range: index..<index + 1)
  }

  /// Publishes the values at those places, counted from zero, then finishes: right after the last of them.
  ///
  /// For each value before them upstream is asked for another (C23). An empty range finishes as soon as upstream's
  /// subscription is there. A negative bound traps.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
    .init(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  public struct Output<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let range: CountableRange<Int>

    @inlinable public init(upstream: Upstream, range: CountableRange<Int>) {
      precondition(range.lowerBound >= 0, "a range counts from zero")
      self.upstream = upstream
      self.range = range
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(subscriber, OutputRule<Output>(range)))
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.upstream == rhs.upstream && lhs.range == rhs.range
  }
}
