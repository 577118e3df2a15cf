import Synchronization

/// Publishes one value when asked, then finishes.
@frozen public struct Just<Output>: Publisher {
  public typealias Failure = Never
  public let output: Output
  @inlinable public init(_ output: Output) { self.output = output }
  @inlinable public func _scalar() -> Output? { output }

  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Never {
    let shot = JustShot(subscriber, output)
    subscriber.receive(subscription: Outlet(request: { shot.fire($0) }, cancel: { shot.stop() }))
  }
}

@usableFromInline package final class JustShot<Downstream: Subscriber> where Downstream.Failure == Never {
  @usableFromInline package let isSpent = Atomic<Bool>(false)
  @usableFromInline package let isCancelled = Atomic<Bool>(false)
  @exclusivity(unchecked) @usableFromInline package var downstream: Downstream?
  @usableFromInline package let output: Downstream.Input
  @inlinable package init(_ downstream: Downstream, _ output: Downstream.Input) {
    self.downstream = downstream
    self.output = output
  }

  @inlinable package func fire(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "a demand of zero asks for nothing")  // C15
    guard !isSpent.exchange(true, ordering: .acquiringAndReleasing), let downstream = downstream.take() else { return }
    _ = downstream.receive(output)
    if !isCancelled.load(ordering: .relaxed) { downstream.receive(completion: .finished) }
  }

  @inlinable package func stop() {
    isCancelled.store(true, ordering: .relaxed)
    if !isSpent.exchange(true, ordering: .acquiringAndReleasing) { downstream = nil }
  }
}
