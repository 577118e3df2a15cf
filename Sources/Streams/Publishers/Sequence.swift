extension Sequence {
  /// Publishes the elements, one for each that is asked for; the end comes with the last element (C49).
  @inlinable public var publisher: Publishers.Sequence<Self, Never> { .init(sequence: self) }
}

extension Publishers {
  /// Publishes the elements of a sequence.
  ///
  /// The iterator is made for each subscriber and runs one element ahead, so that `.finished` follows the last element
  /// at once; an empty sequence finishes without demand (C3, C49). A demand of zero does nothing.
  /// Cost per element: no lock, one relaxed load.
  /// Differs from Combine: docs/decisions/050.
  @frozen public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element
    public let sequence: Elements
    @inlinable public init(sequence: Elements) { self.sequence = sequence }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      SequenceState<Elements, S>.attach(subscriber, sequence, .finished) { state in
        let sequence = state?.assumingMemoryBound(to: SequenceState<Elements, S>.self).pointee.sequence
        return PumpLook(name: "Sequence", source: sequence, children: [("sequence", sequence as Any)])
      }
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}

/// What a pump over a sequence works on.
@frozen @usableFromInline package struct SequenceState<Elements: Sequence, Downstream: Subscriber>
where Downstream.Input == Elements.Element {
  @usableFromInline package typealias Completion = Subscribers.Completion<Downstream.Failure>
  @usableFromInline package var iterator: Elements.Iterator
  /// One element ahead: nil at the end.
  @usableFromInline package var next: Elements.Element?
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let completion: Completion
  @usableFromInline package let sequence: Elements

  @inlinable package init(
    _ iterator: Elements.Iterator, _ next: Elements.Element, _ downstream: Downstream, _ completion: Completion,
    _ sequence: Elements
  ) {
    self.iterator = iterator
    self.next = next
    self.downstream = downstream
    self.completion = completion
    self.sequence = sequence
  }

  /// Attaches a subscriber to the elements, which `completion` follows.
  @inlinable @inline(__always) package static func attach(
    _ downstream: Downstream, _ sequence: Elements, _ completion: Completion,
    _ look: @escaping (UnsafeMutableRawPointer?) -> PumpLook
  ) {
    var iterator = sequence.makeIterator()
    guard let first = iterator.next() else {  // C3
      downstream.receive(subscription: Subscriptions.empty)
      return downstream.receive(completion: completion)
    }
    let state = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    state.initialize(to: Self(iterator, first, downstream, completion, sequence))
    let pump = Pump(
      state,
      drain: { pump, count in
        if count == Subscribers.Demand.unlimited.raw { drainAll(pump) } else { drain(pump, count) }
      },
      free: { raw in
        let state = raw.assumingMemoryBound(to: Self.self)
        _ = state.move()  // not `deinitialize`: that goes through the metadata
        state.deallocate()
      },
      look: look)
    downstream.receive(subscription: pump)
  }

  @inlinable package static func drainAll(_ pump: Pump) {
    guard let state = pump.state?.assumingMemoryBound(to: Self.self) else { return }
    let downstream = state.pointee.downstream
    var iterator = state.pointee.iterator
    var next = state.pointee.next
    while let value = next {
      next = iterator.next()
      _ = downstream.receive(value)
      if pump.demand.isOver { return pump.letGo() }
    }
    finish(pump, state, downstream)
  }

  @inlinable package static func drain(_ pump: Pump, _ first: UInt) {
    guard let state = pump.state?.assumingMemoryBound(to: Self.self) else { return }
    let downstream = state.pointee.downstream
    var iterator = state.pointee.iterator
    var next = state.pointee.next
    var left = first
    var taken = first  // what the word holds on our behalf
    while true {
      while left > 0 {
        guard let value = next else { return finish(pump, state, downstream) }
        next = iterator.next()
        left = Swift.min(left &- 1 &+ downstream.receive(value).raw, DemandWord.unlimited)
        if pump.demand.isOver { return pump.letGo() }
      }
      if next == nil { return finish(pump, state, downstream) }
      state.pointee.iterator = iterator
      state.pointee.next = next
      guard let rest = pump.demand.subtract(taken) else { return pump.letGo() }
      if rest == 0 { return }
      (left, taken) = (rest, rest)
    }
  }

  @inlinable package static func finish(_ pump: Pump, _ state: UnsafeMutablePointer<Self>, _ downstream: Downstream) {
    let completion = state.pointee.completion
    let isFirst = pump.demand.end() != nil  // C43
    pump.letGo()
    if isFirst { downstream.receive(completion: completion) }
  }
}
