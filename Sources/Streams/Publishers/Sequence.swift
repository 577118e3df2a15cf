extension Sequence {
  /// Publishes the elements, one for each that is asked for; the end comes with the last element (C49).
  @inlinable public var publisher: Publishers.Sequence<Self, Never> { .init(sequence: self) }
}

extension Publishers {
  @frozen public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element
    public let sequence: Elements
    @inlinable public init(sequence: Elements) { self.sequence = sequence }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var iterator = sequence.makeIterator()
      guard let first = iterator.next() else {  // C3
        subscriber.receive(subscription: Subscriptions.empty)
        return subscriber.receive(completion: .finished)
      }
      let pump = SequencePump(iterator, first, subscriber)
      subscriber.receive(subscription: Outlet(request: { pump.request($0) }, cancel: { pump.cancel() }))
    }
  }
}

@frozen @usableFromInline package struct PumpState<Iterator: IteratorProtocol, Downstream> {
  @usableFromInline package var iterator: Iterator
  @usableFromInline package var next: Iterator.Element?
  @usableFromInline package let downstream: Downstream
  @inlinable package init(_ iterator: Iterator, _ next: Iterator.Element, _ downstream: Downstream) {
    self.iterator = iterator
    self.next = next
    self.downstream = downstream
  }
}

/// One word holds the demand; whoever raises it from nothing drains, and owns the rest meanwhile.
@usableFromInline package final class SequencePump<Iterator: IteratorProtocol, Downstream: Subscriber>
where Downstream.Input == Iterator.Element {
  @usableFromInline package let demand = DemandWord()
  /// Not plain fields: what frees the fields of a generic class is unspecialised code: 1,400 instructions more here.
  /// Nil once it is over (C72).
  @exclusivity(unchecked) @usableFromInline package var state: UnsafeMutablePointer<PumpState<Iterator, Downstream>>?

  @inlinable package init(_ iterator: Iterator, _ next: Iterator.Element, _ downstream: Downstream) {
    state = .allocate(capacity: 1)
    state.unsafelyUnwrapped.initialize(to: PumpState(iterator, next, downstream))
  }

  @inlinable deinit { if state != nil { letGo() } }

  @inlinable package func request(_ more: Subscribers.Demand) {
    guard more != .none, demand.add(more) == 0 else { return }  // C21: whoever drains sees it
    if more == .unlimited { drainAll() } else { drain(more.raw) }
  }

  @inlinable package func drainAll() {
    guard let state else { return }
    let downstream = state.pointee.downstream
    var iterator = state.pointee.iterator
    var next = state.pointee.next
    while let value = next {
      next = iterator.next()
      _ = downstream.receive(value)
      if demand.isOver { return letGo() }
    }
    finish(downstream)
  }

  @inlinable package func drain(_ first: UInt) {
    guard let state else { return }
    let downstream = state.pointee.downstream
    var iterator = state.pointee.iterator
    var next = state.pointee.next
    var left = first
    var taken = first  // what the word holds on our behalf
    while true {
      while left > 0 {
        guard let value = next else { return finish(downstream) }
        next = iterator.next()
        left = Swift.min(left &- 1 &+ downstream.receive(value).raw, DemandWord.unlimited)
        if demand.isOver { return letGo() }
      }
      if next == nil { return finish(downstream) }
      state.pointee.iterator = iterator
      state.pointee.next = next
      guard let rest = demand.subtract(taken) else { return letGo() }
      if rest == 0 { return }
      (left, taken) = (rest, rest)
    }
  }

  @inlinable package func finish(_ downstream: Downstream) {
    guard demand.end() != nil else { return letGo() }  // C43
    letGo()
    downstream.receive(completion: .finished)
  }

  @inlinable @inline(__always) package func letGo() {
    guard let state else { return }
    self.state = nil
    _ = state.move()  // not `deinitialize`: that goes through the metadata
    state.deallocate()
  }

  @inlinable package func cancel() { if demand.end() == 0 { letGo() } }  // nobody drains
}
