extension Publisher {
  /// Publishes a value of yours if upstream finishes without any, then finishes.
  ///
  /// Demand is passed on as it is (Combine's asks for everything, and sends more than was asked for). The replacement
  /// waits until a value is asked for; a failure is passed on at once. Asking for zero traps.
  /// Differs from Combine: docs/decisions/071.
  @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let output: Output

    @inlinable public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Replacing<Failure, S, AsIs<Output>>(
          subscriber, "ReplaceEmpty", AsIs.self, output, trapsOnSurplus: false, ending: unlessEmpty))
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.upstream == rhs.upstream && lhs.output == rhs.output
  }
}
