@frozen @usableFromInline package struct RetryEnding<Upstream: Publisher, Downstream: Subscriber>: Ending
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
  @usableFromInline package let upstream: Upstream
  /// How many more attempts; negative: for ever.
  @usableFromInline package let left: Int
  @inlinable package init(upstream: Upstream, left: Int) { (self.upstream, self.left) = (upstream, left) }
  @inlinable package func end(
    _ completion: Subscribers.Completion<Upstream.Failure>, _ succession: Succession<Downstream>
  ) {
    guard case .failure = completion, left != 0 else { return succession.end(completion) }
    succession.follow(upstream, RetryEnding(upstream: upstream, left: left < 0 ? left : left - 1))
  }
}
