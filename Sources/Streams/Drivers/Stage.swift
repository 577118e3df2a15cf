/// The half of a driver that needs no types: the turn, the demand, the upstreams. Drivers of operators that
/// more than one thread may enter are final subclasses of this; it is itself the link to its first upstream.
///
/// **The delivery rule.** Enter: one compare-and-swap. Change state, call downstream, leave: one more.
/// A call made meanwhile, from a second thread or from inside a call downstream, leaves a note; whoever has
/// the turn reads the notes before leaving. Nothing waits and nothing is locked while downstream is called.
/// Demand for upstream goes up after the turn, with the turn open, so that a synchronous upstream finds it free.
///
/// **Who keeps whom.** Upstream keeps the driver, the driver keeps downstream; what downstream holds is a
/// `Valve`, which keeps the driver until the stream is over (C72). So a valve that is dropped while values wait
/// takes nothing along and leaves nothing behind.
@usableFromInline package class Stage: Link {
  @usableFromInline package let turn = Turn(taken: true)
  /// What was asked for while someone had the turn.
  @usableFromInline package let incoming = DemandWord()
  /// The links to the upstreams after the first.
  let second: Link?
  let more: [Link]
  /// Upstreams that come and go (`Inners`).
  @usableFromInline package let children: Children?
  /// Sends what waited for demand, and says what that demand means for upstream (`owe`). In turn. It is formed where
  /// the driver's type is known and given the driver, so that it captures nothing.
  @usableFromInline package let onDemand: (Stage, Subscribers.Demand) -> Void
  /// Whether `onDemand` is called outside of the turn, by whoever asks.
  let asksAtOnce: Bool
  /// Lets go of what must not outlive the stream, a timer; called once, when nobody will have the turn again.
  @usableFromInline package let onEnd: ((Stage) -> Void)?
  /// Set once, before anybody else knows of it. Weak, and not a pointer behind a lock: downstream may let go of it in
  /// one thread while the stream ends in another.
  @exclusivity(unchecked) @usableFromInline package final weak var valve: Valve?

  // Everything below belongs to whoever has the turn.
  @exclusivity(unchecked) @usableFromInline package final var demand = Subscribers.Demand.none
  /// What to ask each upstream for, and each inner one, once the turn is over.
  @exclusivity(unchecked) @usableFromInline package final var owed = Subscribers.Demand.none
  @exclusivity(unchecked) @usableFromInline package final var owedToChildren = Subscribers.Demand.none
  /// The one of the children that `owedToChildren` is for (`Succession`); nil: it is for all.
  @exclusivity(unchecked) @usableFromInline package final var current: Child?
  /// Something else to do once the turn is over, the turn being open: subscribe to what comes next.
  @exclusivity(unchecked) @usableFromInline package final var errand: (() -> Void)?
  @exclusivity(unchecked) @usableFromInline package final var isOnErrand = false

  @usableFromInline package init(
    _ name: String, links: Int = 1, children: Children? = nil, trapsOnZero: Bool = false,
    asksAtOnce: Bool = false, onEnd: ((Stage) -> Void)? = nil,
    onDemand: @escaping (Stage, Subscribers.Demand) -> Void
  ) {
    self.children = children
    self.asksAtOnce = asksAtOnce
    self.onEnd = onEnd
    self.onDemand = onDemand
    second = links > 1 ? Link("") : nil
    more = links > 2 ? (2..<links).map { _ in Link("") } : []
    super.init(name, trapsOnZero: trapsOnZero)
  }

  /// The link to upstream number `index`.
  @usableFromInline package final func link(_ index: Int) -> Link {
    switch index {
    case 0: self
    case 1: second.unsafelyUnwrapped
    default: more[index - 2]
    }
  }

  /// Makes the subscription to hand down. Once.
  @usableFromInline package final func makeValve() -> Valve {
    let valve = name.isEmpty ? Valve(self) : NamedValve(self)
    self.valve = valve
    return valve
  }

  // MARK: the turn

  @inlinable @inline(__always) package final func enter() -> Bool { turn.enter() }
  @inlinable @inline(__always) package final func leave() { if !turn.leave() { readNotes() } }

  /// Does the work now if nobody has the turn, else leaves it to whoever has.
  @inlinable @inline(__always) package final func perform(_ work: @escaping () -> Void) {
    if turn.enter() {
      work()
      leave()
    } else {
      later(work)
    }
  }

  @inline(never) @usableFromInline package final func later(_ work: @escaping () -> Void) {
    if turn.post(work) { readNotes() }
  }

  /// For an action of a scheduler: what it does must not be done anywhere else, as a note would be by whoever has the
  /// turn, upstream for example (C90).
  @inlinable package final func act<Context: Scheduler>(
    on scheduler: Context, _ options: Context.SchedulerOptions?, _ work: @escaping () -> Void
  ) {
    if turn.enter() {
      work()
      leave()
    } else if Context.self == ImmediateScheduler.self {
      later(work)  // every thread is as good
    } else {
      handBack(to: scheduler, options) { self.act(on: scheduler, options, work) }
    }
  }

  /// Has the scheduler run an action again, once whoever has the turn leaves.
  @inlinable package final func handBack<Context: Scheduler>(
    to scheduler: Context, _ options: Context.SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    later { self.oweToo { scheduler.schedule(options: options, action) } }
  }

  /// After something was given to the scheduler: one that has ended drops it. Upstream then hears a cancel, downstream
  /// nothing, and nothing is kept in vain.
  @inlinable @inline(__always) package final func endWith<Context: Scheduler>(_ scheduler: Context) {
    if scheduler._isOver { close() }
  }

  // MARK: what downstream says, through the valve

  @usableFromInline package final func asked(_ demand: Subscribers.Demand) {
    if asksAtOnce {
      onDemand(self, demand)
    } else if turn.enter() {
      raise(demand)
      leave()
    } else {
      incoming.add(demand)  // no note: requests add up, however many come (C21)
      if turn.announce() { readNotes() }
    }
  }

  /// Zero was asked for, which nothing has to be done about, except where it counts as a sign of life.
  @usableFromInline package func askedForNothing() {}

  /// The end, whoever brings it about. Upstream is cancelled, inner streams before outer (C62). True for the first,
  /// unless downstream cancels meanwhile (C61).
  @discardableResult @usableFromInline package final func close() -> Bool {
    guard let isSomeoneInside = turn.close() else { return false }
    children?.cancel()
    finishEarly()
    second?.finishEarly()
    for link in more { link.finishEarly() }
    if !isSomeoneInside { letGo() }
    return !isStopped
  }

  // MARK: in turn

  /// More was asked for.
  @usableFromInline package final func raise(_ more: Subscribers.Demand) {
    demand += more
    onDemand(self, more)
  }

  /// Asks upstream once the turn is over.
  @usableFromInline package final func owe(_ more: Subscribers.Demand) {
    owed += more
    turn.flag()
  }

  @usableFromInline package final func oweChildren(_ more: Subscribers.Demand) {
    owedToChildren += more
    turn.flag()
  }

  /// Runs `errand` once the turn is over. One at a time; what it does may set the next: a loop, not a recursion.
  @usableFromInline package final func oweErrand(_ errand: @escaping () -> Void) {
    self.errand = errand
    turn.flag()
  }

  /// As `oweErrand`, if there may be one already.
  @inline(never) @usableFromInline package final func oweToo(_ errand: @escaping () -> Void) {
    guard let first = self.errand else { return oweErrand(errand) }
    oweErrand {
      first()
      errand()
    }
  }

  /// Asks all upstreams but one.
  @usableFromInline package final func ask(_ demand: Subscribers.Demand, except index: Int) {
    if index != 0 { ask(demand) }
    if index != 1, let second { second.ask(demand) }
    if !more.isEmpty { askMore(demand, except: index - 2) }
  }

  @inline(never) private final func askMore(_ demand: Subscribers.Demand, except place: Int) {
    for (other, link) in more.enumerated() where other != place { link.ask(demand) }
  }

  /// For whoever is the last inside: nobody will enter again. With the valve's reference go the driver, its rule
  /// and downstream, as soon as upstream lets go of them too (C72).
  @usableFromInline package final func letGo() {
    var note = turn.takeNotes()
    while let current = note {
      note = current.next
      current.next = nil
    }
    errand = nil
    onEnd?(self)
    withExtendedLifetime(valve?.shut()) {}
  }

  @inline(never) @usableFromInline package final func readNotes() {
    while true {
      var note = turn.takeNotes()
      // What was asked for counts for values that came after it, so it is first; for those before it, it does no harm.
      if let more = incoming.takeAll(), !turn.isOver { raise(more) }
      while let current = note {
        if !turn.isOver { current.work() }
        note = current.next
        current.next = nil
      }
      if turn.isOver { return letGo() }
      let (due, childrenDue, current) = (owed, owedToChildren, current)
      let errand = isOnErrand ? nil : self.errand.take()
      if due == .none && childrenDue == .none && errand == nil {
        if turn.leave() { return }
        continue
      }
      // The turn ends here even if more notes came: who asks without pause must not keep upstream from hearing of it.
      (owed, owedToChildren) = (.none, .none)
      if errand != nil { isOnErrand = true }
      if turn.open() { return letGo() }
      if childrenDue != .none {
        if let current { current.request(childrenDue) } else { children?.raise(childrenDue) }
      }
      if due != .none { ask(due, except: -1) }
      if let errand {
        errand()
        guard turn.post({ self.isOnErrand = false }) else { return }  // whoever has the turn goes on from here
      } else if !turn.reenter() {
        return
      }
    }
  }
}

/// What a stage hands downstream. It keeps the driver until the stream is over.
@usableFromInline package class Valve: Subscription {
  @usableFromInline package let lock = Lock()
  @exclusivity(unchecked) @usableFromInline package final var stage: Stage?
  @usableFromInline package let name: String
  /// The driver's, which its sides show too.
  @usableFromInline package let combineIdentifier: CombineIdentifier
  let trapsOnZero: Bool

  @usableFromInline package init(_ stage: Stage) {
    self.stage = stage
    combineIdentifier = CombineIdentifier(stage)
    trapsOnZero = stage.trapsOnZero
    name = stage.name
  }

  @usableFromInline package final func request(_ demand: Subscribers.Demand) {
    if demand == .none {
      precondition(!trapsOnZero, "\(name): a demand of zero asks for nothing")  // C15
      lock.withLock { stage }?.askedForNothing()
    } else {
      lock.withLock { stage }?.asked(demand)
    }
  }
  @usableFromInline package final func cancel() {
    let stage: Stage? = lock.withLock { self.stage }
    stage?.stop()
    stage?.close()
  }

  final func shut() -> Stage? {
    lock.withLock {
      defer { stage = nil }
      return stage
    }
  }
}

/// That of a stage that has a name: it shows in logs.
final class NamedValve: Valve, NamedInLogs {
  func child(_ label: String?) -> Any? { lock.withLock { stage }?.child(label) }
}

/// A stage for a driver of another module, which cannot be a subclass: it keeps what `onAsked` captures for as long
/// as the stream runs.
@usableFromInline package final class FreeStage: Stage {
  /// In turn: more was asked for.
  @exclusivity(unchecked) package final var onAsked: ((Subscribers.Demand) -> Void)?
  /// When nobody will have the turn again. Set before anybody else knows of the stage.
  @exclusivity(unchecked) package final var onOver: (() -> Void)?

  /// `passesDemandOn`: upstream is asked at once for what downstream asks, and `onAsked` is not called.
  package init(_ name: String, passesDemandOn: Bool) {
    super.init(name, asksAtOnce: passesDemandOn, onEnd: { unsafeDowncast($0, to: FreeStage.self).drop() }) {
      stage, demand in
      let stage = unsafeDowncast(stage, to: FreeStage.self)
      if stage.asksAtOnce { stage.ask(demand) } else { stage.onAsked?(demand) }
    }
  }

  private func drop() {
    onAsked = nil
    onOver.take()?()
  }
}
