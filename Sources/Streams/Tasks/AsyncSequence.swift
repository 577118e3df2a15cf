extension AsyncSequence where Self: Sendable {
  /// Publishes the elements, one for each that is asked for.
  ///
  /// Nothing happens before the first request. That starts a task, one for each subscriber, which makes the iterator
  /// and calls `next()` once for each value that is asked for, never ahead: what the sequence has to give beyond the
  /// demand stays there. So its end, or its failure, is found with the request after the last element, also if there
  /// are no elements at all.
  ///
  /// Cancelling cancels the task: a `next()` that is under way hears of it, and the iterator goes. A sequence that
  /// throws `CancellationError` by itself fails with that.
  ///
  /// - Values come on the task's executor, the global one, one at a time, and never from inside a request. `receive(on:)`
  ///   takes them elsewhere. A subscriber that blocks keeps a thread of the pool.
  /// - The task has the priority and the task-local values of whoever asked first. It gives way to others every 256 values.
  /// - Who lets go of the subscription while nothing is asked for ends the task: nobody can ask any more.
  /// - Asking for zero traps.
  ///
  /// Buffer: none. Cost per value: a call of `next()`, and one relaxed load.
  /// Combine has nothing of the kind: docs/decisions/064.
  @inlinable public var publisher: Publishers.AsyncSequence<Self> { .init(sequence: self) }
}

extension Publishers {
  /// Publishes the elements of an asynchronous sequence, and fails as that does: what ``AsyncSequence/publisher`` makes.
  public struct AsyncSequence<Elements: _Concurrency.AsyncSequence & Sendable>: Publisher, Sendable {
    public typealias Output = Elements.Element
    public typealias Failure = Elements.Failure
    public let sequence: Elements
    @inlinable public init(sequence: Elements) { self.sequence = sequence }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let drawing = Drawing(sequence, subscriber)
      subscriber.receive(subscription: AsyncOutlet("AsyncSequence") { await drawing.run($0) })
    }
  }
}

/// Draws the elements of a sequence for one subscriber, in a task.
@usableFromInline struct Drawing<Elements: AsyncSequence & Sendable, Downstream: Subscriber>
where Downstream.Input == Elements.Element, Downstream.Failure == Elements.Failure {
  @usableFromInline let elements: Elements
  @usableFromInline let downstream: Downstream

  @inlinable init(_ elements: Elements, _ downstream: Downstream) {
    self.elements = elements
    self.downstream = downstream
  }

  @inlinable func run(_ demand: AsyncDemand) async {
    var iterator = elements.makeAsyncIterator()
    var left = Subscribers.Demand.none
    var count: UInt8 = 0
    do throws(Elements.Failure) {
      while true {
        if left == .none {
          guard let more = await demand.take() else { return }
          left = more
        }
        guard let value = try await iterator.next(isolation: nil) else { break }
        if demand.isOver { return }  // C61
        left -= 1
        left += downstream.receive(value)
        if demand.isOver { return }
        count &+= 1
        if count == 0 { await Task.yield() }  // a sequence that never waits must not keep a thread of the pool
      }
      if demand.end() { downstream.receive(completion: .finished) }
    } catch {
      if demand.end() { downstream.receive(completion: .failure(error)) }
    }
  }
}
