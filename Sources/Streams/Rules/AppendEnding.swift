@frozen @usableFromInline package struct AppendEnding<Suffix: Publisher, Downstream: Subscriber>: Ending
where Suffix.Output == Downstream.Input, Suffix.Failure == Downstream.Failure {
  @usableFromInline package let suffix: Suffix
  @inlinable package init(suffix: Suffix) { self.suffix = suffix }
  @inlinable package func end(
    _ completion: Subscribers.Completion<Suffix.Failure>, _ succession: Succession<Downstream>
  ) {
    switch completion {
    case .finished: succession.follow(suffix, LastEnding())
    case .failure: succession.end(completion)
    }
  }
}
