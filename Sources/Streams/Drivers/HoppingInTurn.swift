// What a hop does in turn: within an action of the scheduler, and once at the end.
extension Hopping {
  /// What an action does. It stops with the stream (C62).
  @inlinable package func sendShare() {
    guard let downstream else { return }
    var due = tally == nil ? 1 : queueLock.withLock { backlog.takeShare() }
    How.burst {
      while due > 0, !turn.isOver, let item = next() {
        due -= 1
        send(item, to: downstream)
      }
    }
  }

  @inlinable @inline(__always) package func next() -> Item? {
    if leaving.isEmpty { queueLock.withLock { swap(&backlog.items, &leaving) } }
    return leaving.popFirst()
  }

  @inlinable @inline(__always) package func send(_ item: Item, to downstream: Downstream) {
    switch item {
    case .value(let held): How.lend(held) { deliver($0, to: downstream) }
    case .completion(let completion): end(completion)
    }
  }

  /// What it returns is asked for at once: what upstream sends within that waits in the queue.
  @inlinable @inline(__always) package func deliver(_ input: Input, to downstream: Downstream) {
    let more = downstream.receive(input)
    if more != .none { if Self.isImmediate { owe(more) } else { ask(more) } }
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Failure>) {
    if close() { downstream?.receive(completion: completion) }
  }

  /// What came before the time was up goes out first, unless downstream has had enough of it.
  @inlinable package func ring(_ setting: Int) {
    guard let countdown, countdown.isNewest(setting) else { return }
    finishEarly()  // C42
    while !turn.isOver, let downstream, let item = next() { send(item, to: downstream) }
    if !turn.isOver { end(customError.map { .failure($0()) } ?? .finished) }
  }

  /// When nobody will have the turn again.
  @inlinable package func drop() {
    countdown?.stop()
    customError = nil
    downstream = nil
    leaving.destroy()
    queueLock.withLock { swap(&backlog.items, &leaving) }
    leaving.destroy()
  }
}
