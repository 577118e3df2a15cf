/// Receives the streams to switch to.
@frozen @usableFromInline package struct LatestSide<Inner: Publisher, Downstream: Subscriber>: Subscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  @usableFromInline package typealias Input = Inner
  @usableFromInline package typealias Failure = Inner.Failure
  @usableFromInline package let succession: Succession<Downstream>
  @inlinable package init(_ succession: Succession<Downstream>) { self.succession = succession }

  @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(succession) }

  @inlinable package func receive(subscription: any Subscription) {
    if succession.begin(subscription) { subscription.request(.unlimited) }
  }

  @inlinable package func receive(_ inner: Inner) -> Subscribers.Demand {
    let succession = succession
    if succession.isActive { succession.perform { succession.follow(inner, LatestEnding()) } }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    let succession = succession
    guard succession.isActive, succession.end() else { return }
    succession.perform {
      succession.isOuterFinished = true
      if case .failure = completion { return succession.end(completion) }
      if succession.current == nil { succession.end(.finished) }
    }
  }
}

@frozen @usableFromInline package struct LatestEnding<Downstream: Subscriber>: Ending {
  @inlinable package init() {}
  @inlinable package func end(
    _ completion: Subscribers.Completion<Downstream.Failure>, _ succession: Succession<Downstream>
  ) {
    if case .failure = completion { return succession.end(completion) }
    if succession.isOuterFinished { succession.end(.finished) }
  }
}

extension LatestSide: NamedInLogs {
  @usableFromInline package var name: String { "SwitchToLatest" }
}
