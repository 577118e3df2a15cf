import Synchronization

/// What `Lining` must know of the values: how a chunk is read and kept, and how a line is handed on.
@usableFromInline package protocol LiningPort {
  /// What upstream sends. Good until `Lining.take` returns.
  associatedtype Chunk
  /// What is left of a chunk, while it waits for demand.
  associatedtype Kept
  associatedtype Failure: Error

  static func bytes(of chunk: Chunk) -> UnsafeRawBufferPointer
  /// Keeps the rest of a chunk, counted or copied. `bytes(ofKept:)` then gives those bytes until it is let go.
  static func keep(_ rest: UnsafeRawBufferPointer, of chunk: Chunk) -> Kept
  static func bytes(ofKept kept: Kept) -> UnsafeRawBufferPointer
  /// What keeps the memory of a line in this chunk; nil if a line is only lent.
  static func owner(of chunk: Chunk) -> AnyObject?
  static func owner(ofKept kept: Kept) -> AnyObject?

  func begin(_ subscription: any Subscription)
  /// The line is good for the length of the call, and as long as `owner` is held.
  func deliver(_ line: Line, _ owner: AnyObject?) -> Subscribers.Demand
  func complete(_ completion: Subscribers.Completion<Failure>)
  func failure(_ error: LineTooLong) -> Failure
}

/// Delivers the lines of chunks against demand: one in, many out.
///
/// `demand` is what downstream has asked for. Whoever has the turn cuts and delivers. While there is demand, either
/// somebody has the turn or a chunk has been asked for; so only a request that raises the demand from nothing has
/// to look after it. Upstream is asked after the turn, so that a synchronous one finds it free.
@usableFromInline package final class Lining<Port: LiningPort> {
  @usableFromInline package let turn = Turn(taken: false)
  @usableFromInline package let demand = DemandWord()
  @usableFromInline package let lock = Lock()
  /// Guarded by the lock, as are the three below.
  @exclusivity(unchecked) @usableFromInline package var hasBegun = false
  @exclusivity(unchecked) @usableFromInline package var link: (any Subscription)?
  @exclusivity(unchecked) @usableFromInline package var ending: Subscribers.Completion<Port.Failure>?
  /// Chunks that came while another was being cut, or unasked (C20).
  @exclusivity(unchecked) @usableFromInline package var waiting = Ring<Port.Kept>()

  // For whoever has the turn.
  @exclusivity(unchecked) @usableFromInline package var port: Port?
  @exclusivity(unchecked) @usableFromInline package var cutter: LineCutter
  @exclusivity(unchecked) @usableFromInline package var kept: Port.Kept?
  @exclusivity(unchecked) @usableFromInline package var rest = Rest()
  /// A chunk has been asked for and has not come; or all have.
  @exclusivity(unchecked) @usableFromInline package var isAsked = false
  @exclusivity(unchecked) @usableFromInline package var isAllAsked = false

  @inlinable package init(_ port: Port, _ cutter: LineCutter) {
    self.port = port
    self.cutter = cutter
  }

  deinit { waiting.destroy() }

  // MARK: What upstream says

  @inlinable package func begin(_ subscription: any Subscription) {
    let isFirst = lock.withLock {
      guard link == nil, !hasBegun else { return false }
      hasBegun = true
      link = subscription
      return true
    }
    guard isFirst, let port else { return subscription.cancel() }  // C8, C11
    port.begin(Outlet("Lines", request: { self.request($0) }, cancel: { self.cancel() }))
  }

  @inlinable package func take(_ chunk: Port.Chunk) -> Subscribers.Demand {
    let bytes = Port.bytes(of: chunk)
    guard turn.enter() else { return wait(Port.keep(bytes, of: chunk)) }
    guard let port else { return .none }
    guard kept == nil, lock.withLock({ waiting.isEmpty }) else {
      lock.withLock { waiting.append(Port.keep(bytes, of: chunk)) }
      return finishTurn(port)
    }
    isAsked = false
    rest = Rest(bytes)
    cut(port, Port.owner(of: chunk))
    if !rest.isEmpty, !demand.isOver {
      let kept = Port.keep(rest.bytes, of: chunk)
      self.kept = kept
      rest = Rest(Port.bytes(ofKept: kept))
    }
    return finishTurn(port)
  }

  /// Somebody else has the turn, or it is over.
  @inline(never) @inlinable package func wait(_ kept: Port.Kept) -> Subscribers.Demand {
    if turn.isOver { return .none }
    lock.withLock { waiting.append(kept) }
    if turn.announce(), let port { ask(finishTurn(port)) }
    return .none
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Port.Failure>) {
    guard takeLink() != nil else { return }  // none yet (C10), or it is over
    lock.withLock { ending = completion }
    if turn.announce(), let port { _ = finishTurn(port) }
  }

  // MARK: What downstream says

  @inlinable package func request(_ more: Subscribers.Demand) {
    precondition(more > .none, "demand must be greater than zero")  // C15
    guard demand.add(more) == 0, turn.announce(), let port else { return }  // C21: whoever has the turn sees it
    ask(finishTurn(port))
  }

  @inlinable package func cancel() {
    guard demand.end() != nil else { return }
    let link = takeLink()
    if turn.close() == false { letGo() }
    link?.cancel()
  }

  // MARK: In turn

  @inlinable package var asked: UInt {
    let word = demand.word.load(ordering: .relaxed)
    return word < DemandWord.over ? word : 0
  }

  /// Delivers lines of `rest` until it is used up, or the demand.
  @inlinable package func cut(_ port: Port, _ owner: AnyObject?) {
    var rest = self.rest
    let start = rest.next
    var count = asked
    while count != 0 {
      var left = count
      if cutter.isGathering, let line = cutter.nextGathered(&rest) {
        left = spend(left, port.deliver(line, cutter.gathered))
      }
      if !cutter.isGathering {
        while left != 0, !demand.isOver, let line = cutter.next(&rest) { left = spend(left, port.deliver(line, owner)) }
      }
      settle(count, left)
      count = rest.isEmpty || cutter.isTooLong ? 0 : asked
    }
    cutter.advance(by: rest.next - start)
    self.rest = rest
  }

  /// One less, and what was returned.
  @inlinable @inline(__always) package func spend(_ left: UInt, _ more: Subscribers.Demand) -> UInt {
    if more.raw == 0 { return left &- 1 }
    return Swift.min(left &- 1 &+ more.raw, DemandWord.unlimited)
  }

  /// The demand was `count` and is `left`, besides what others have added meanwhile.
  @inlinable package func settle(_ count: UInt, _ left: UInt) {
    if left < count { _ = demand.subtract(count - left) }
    if left > count { _ = demand.add(Subscribers.Demand(raw: left - count)) }
  }

  /// Sees to what is there and gives the turn back. What is to be asked of upstream then.
  @inlinable package func finishTurn(_ port: Port) -> Subscribers.Demand {
    var asking = Subscribers.Demand.none
    while true {
      asking = Swift.max(asking, work(port))
      if demand.isOver {
        letGo()
        return .none
      }
      if turn.leave() { return asking }
      _ = turn.takeNotes()
    }
  }

  @inlinable package func work(_ port: Port) -> Subscribers.Demand {
    while !demand.isOver {
      if cutter.isTooLong {
        complete(port, .failure(port.failure(cutter.error)))
        return .none
      }
      if rest.isEmpty { kept = nil }
      let isTaken = kept != nil
      let (ending, next) = lock.withLock { (self.ending, isTaken ? nil : waiting.popFirst()) }
      if case .failure? = ending {
        complete(port, ending.unsafelyUnwrapped)  // C45
        return .none
      }
      if let next {
        isAsked = false
        kept = next
        rest = Rest(Port.bytes(ofKept: next))
        continue
      }
      if let kept {
        if asked == 0 { return .none }
        cut(port, Port.owner(ofKept: kept))
        continue
      }
      guard let ending else { return wanted() }
      if cutter.isGathering {
        if asked == 0 { return .none }
        deliverLast(port)
      } else {
        complete(port, ending)
      }
    }
    return .none
  }

  /// What to ask of upstream, which has sent all that it was asked for.
  @inlinable package func wanted() -> Subscribers.Demand {
    if asked == 0 || isAllAsked { return .none }
    if asked == DemandWord.unlimited {
      isAllAsked = true
      return .unlimited
    }
    if isAsked { return .none }
    isAsked = true
    return .max(1)
  }

  @inlinable package func deliverLast(_ port: Port) {
    let more = port.deliver(cutter.last(), cutter.gathered)
    settle(1, Swift.min(more.raw, DemandWord.unlimited))
  }

  @inlinable package func complete(_ port: Port, _ completion: Subscribers.Completion<Port.Failure>) {
    guard demand.end() != nil else { return }  // C43
    takeLink()?.cancel()  // there is one only if this ends it early (C42)
    _ = turn.close()
    letGo()
    port.complete(completion)
  }

  // MARK: Out of turn

  @inlinable package func ask(_ demand: Subscribers.Demand) {
    if demand > .none { lock.withLock { link }?.request(demand) }
  }

  @usableFromInline package func takeLink() -> (any Subscription)? {
    lock.withLock {
      defer { link = nil }
      return link
    }
  }

  /// For the last one in: nothing is delivered any more (C72). Nothing is released under the lock (C37).
  @inlinable package func letGo() {
    port = nil
    kept = nil
    rest = Rest()
    cutter.gathered = nil
    var waiting = lock.withLock {
      defer { self.waiting = Ring() }
      return self.waiting
    }
    waiting.destroy()
  }
}
