/// The side that faces downstream of an operator which more than one thread may enter:
/// the turn, the demand, the upstreams, and the subscription handed down. Not generic; what needs to know
/// a type is a closure formed by the driver.
///
/// **The delivery rule.** Enter: one compare-and-swap. Change state, call downstream, leave: one more.
/// A call made meanwhile, from a second thread or from inside a call downstream, leaves a note; whoever has
/// the turn reads the notes before leaving. Nothing waits and nothing is locked while downstream is called.
/// Demand for upstream goes up after the turn, so that a synchronous upstream finds it free.
@usableFromInline package final class Stage: Subscription {
  @usableFromInline package let turn = Turn(taken: true)
  @usableFromInline package let links: [Upstream]
  /// Upstreams that come and go (`Inners`).
  @usableFromInline package let children: Children?
  /// What was asked for while someone had the turn.
  @usableFromInline package let incoming = DemandWord()
  // Everything below belongs to whoever has the turn.
  @exclusivity(unchecked) @usableFromInline package var demand = Subscribers.Demand.none
  /// What to ask each upstream for, and each inner one, once the turn is over.
  @exclusivity(unchecked) @usableFromInline package var owed = Subscribers.Demand.none
  @exclusivity(unchecked) @usableFromInline package var owedToChildren = Subscribers.Demand.none
  /// Sends what waited for demand, and says what that demand means for upstream (`owe`).
  @exclusivity(unchecked) @usableFromInline package var onDemand: ((Subscribers.Demand) -> Void)?

  @usableFromInline package init(links: Int, children: Children? = nil) {
    self.links = (0..<links).map { _ in Upstream() }
    self.children = children
  }

  @inlinable @inline(__always) package func enter() -> Bool { turn.enter() }
  @inlinable @inline(__always) package func leave() { if !turn.leave() { readNotes() } }

  /// Does the work now if nobody has the turn, else leaves it to whoever has.
  @inlinable @inline(__always) package func perform(_ work: @escaping () -> Void) {
    if turn.enter() {
      work()
      leave()
    } else {
      later(work)
    }
  }

  @inline(never) @usableFromInline package func later(_ work: @escaping () -> Void) {
    if turn.post(work) { readNotes() }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    if turn.enter() {
      raise(demand)
      leave()
    } else {
      incoming.add(demand)  // no note: requests add up, however many come
      if turn.announce() { readNotes() }
    }
  }

  @usableFromInline package func cancel() { close() }

  /// The end, whoever brings it about: true for the first. Upstream is cancelled, inner streams before outer (C62).
  @discardableResult @usableFromInline package func close() -> Bool {
    guard let isSomeoneInside = turn.close() else { return false }
    children?.cancel()
    for link in links { link.cancel() }
    if !isSomeoneInside { letGo() }
    return true
  }

  /// In turn: more was asked for.
  @usableFromInline package func raise(_ more: Subscribers.Demand) {
    demand += more
    onDemand?(more)
  }

  /// In turn: asks upstream once the turn is over.
  @usableFromInline package func owe(_ more: Subscribers.Demand) {
    owed += more
    turn.flag()
  }

  @usableFromInline package func oweChildren(_ more: Subscribers.Demand) {
    owedToChildren += more
    turn.flag()
  }

  @usableFromInline package func ask(_ demand: Subscribers.Demand, except index: Int) {
    for i in links.indices where i != index { links[i].request(demand) }
  }

  /// For whoever is the last inside: nobody will enter again. With the closure go the driver, its rule and downstream (C72).
  @usableFromInline package func letGo() {
    var note = turn.takeNotes()
    while let current = note {
      note = current.next
      current.next = nil
    }
    onDemand = nil
  }

  @inline(never) @usableFromInline package func readNotes() {
    while true {
      var note = turn.takeNotes()
      while let current = note {
        if !turn.isOver { current.work() }
        note = current.next
        current.next = nil
      }
      if let more = incoming.takeAll(), !turn.isOver { raise(more) }
      if turn.isOver { return letGo() }
      let (due, childrenDue) = (owed, owedToChildren)
      if due == .none && childrenDue == .none {
        if turn.leave() { return }
        continue
      }
      // The turn ends here even if more notes came: who asks without pause must not keep upstream from hearing of it.
      (owed, owedToChildren) = (.none, .none)
      if turn.open() { return letGo() }
      if childrenDue != .none { children?.raise(childrenDue) }
      if due != .none { for link in links { link.request(due) } }
      if !turn.reenter() { return }
    }
  }
}
