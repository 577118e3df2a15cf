extension Publisher {
  /// Subscribes anew after a failure, at most `retries` times; the failure after that goes down.
  ///
  /// Each attempt is asked for what is left of the demand; values of earlier attempts stay. A negative number means
  /// for ever. There is no delay between attempts, and failing at once does not deepen the stack. A value that nobody
  /// asked for traps (C20). Cost per value: one atomic word, in and out.
  @inlinable public func retry(_ retries: Int) -> Publishers.Retry<Self> { .init(upstream: self, retries: retries) }
}

extension Publishers {
  /// What ``Publisher/retry(_:)`` makes.
  public struct Retry<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    /// nil: for ever.
    public let retries: Int?
    @inlinable public init(upstream: Upstream, retries: Int?) { (self.upstream, self.retries) = (upstream, retries) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Succession("Retry", subscriber).begin(with: upstream, RetryEnding(upstream: upstream, left: retries ?? -1))
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
