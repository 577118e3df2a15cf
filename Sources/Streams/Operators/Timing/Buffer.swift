extension Publishers {
  public enum PrefetchStrategy { case keepFull, byRequest }
  public enum BufferingStrategy<Failure: Error> { case dropNewest, dropOldest, customError(() -> Failure) }

  public struct Buffer<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let size: Int
    public let prefetch: PrefetchStrategy
    public let whenFull: BufferingStrategy<Failure>

    @inlinable public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
    ) {
      precondition(size >= 0, "a buffer cannot be smaller than nothing")
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Buffering(subscriber, size, prefetch, whenFull))
    }
  }
}

extension Publisher {
  /// Keeps up to `size` values for which there is no demand yet.
  @inlinable public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    .init(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

/// A queue between upstream and downstream, on a stage of its own.
@usableFromInline package final class Buffering<Downstream: Subscriber>: Subscriber {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let stage = Stage(links: 1)
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let size: Int
  @usableFromInline package let prefetch: Publishers.PrefetchStrategy
  @usableFromInline package let whenFull: Publishers.BufferingStrategy<Failure>
  // In turn.
  @exclusivity(unchecked) @usableFromInline package var waiting = Ring<Input>()
  @exclusivity(unchecked) @usableFromInline package var ending: Subscribers.Completion<Failure>?

  @inlinable package init(
    _ downstream: Downstream, _ size: Int, _ prefetch: Publishers.PrefetchStrategy,
    _ whenFull: Publishers.BufferingStrategy<Failure>
  ) {
    self.downstream = downstream
    self.size = size
    self.prefetch = prefetch
    self.whenFull = whenFull
  }

  @inlinable deinit { waiting.destroy() }

  @inlinable package func receive(subscription: any Subscription) {
    guard stage.links[0].begin(subscription) else { return }
    stage.onDemand = { _ in self.drain() }
    stage.owe(prefetch == .byRequest ? .unlimited : .max(size))
    downstream.receive(subscription: stage)
    stage.leave()
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard stage.enter() else { return later(input) }
    let isGone = accept(input)
    stage.leave()
    return isGone && prefetch == .keepFull ? .max(1) : .none
  }

  @inline(never) @inlinable package func later(_ input: Input) -> Subscribers.Demand {
    stage.perform { if self.accept(input) { self.refill() } }
    return .none
  }

  /// In turn. True if the value is gone already.
  @inlinable @inline(__always) package func accept(_ input: Input) -> Bool {
    if ending != nil { return false }
    if stage.demand != .none && waiting.isEmpty {
      send(input)
      return true
    }
    if waiting.count < size {
      waiting.append(input)
    } else {
      overflow(input)
    }
    return false
  }

  @inline(never) @inlinable package func overflow(_ input: Input) {
    switch whenFull {
    case .dropNewest: break
    case .dropOldest: if waiting.popFirst() != nil { waiting.append(input) }
    case .customError(let error):
      ending = .failure(error())
      stage.links[0].cancel()
    }
  }

  @inlinable @inline(__always) package func send(_ input: Input) {
    stage.demand.takeOne()
    let more = downstream.receive(input)
    if more != .none { stage.demand += more }
  }

  @inlinable package func refill() { if prefetch == .keepFull { stage.owe(.max(1)) } }

  @inlinable package func drain() {
    while stage.demand != .none, !stage.turn.isOver, let value = waiting.popFirst() {
      send(value)
      if ending == nil { refill() }
    }
    if let ending, stage.demand != .none || isFailed { end(ending) }
  }

  @inlinable package var isFailed: Bool { if case .failure = ending { true } else { false } }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard stage.links[0].end() else { return }
    stage.perform {
      if self.ending == nil { self.ending = completion }
      self.drain()  // a failure goes at once, finishing waits for demand (C47)
    }
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Failure>) {
    if stage.close() { downstream.receive(completion: completion) }
  }
}
