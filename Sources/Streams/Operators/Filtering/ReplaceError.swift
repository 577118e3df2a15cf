extension Publisher {
  /// Publishes a value of yours instead of failing, then finishes.
  ///
  /// Demand is passed on as it is; the replacement waits until one more value is asked for. A value that nobody asked
  /// for traps, and so does asking for zero.
  @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never
    public let upstream: Upstream
    public let output: Output

    @inlinable public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Replacing<Upstream.Failure, S, AsIs<Output>>(
          subscriber, "ReplaceError", AsIs.self, output, trapsOnSurplus: true, ending: unlessFailed))
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.upstream == rhs.upstream && lhs.output == rhs.output
  }
}
