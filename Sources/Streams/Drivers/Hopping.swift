/// A queue that is filled where upstream is and emptied where the scheduler runs: for `receive(on:)`; with a wait, for
/// `delay`; with an alarm, for `timeout`.
///
/// Each action delivers the oldest items of the queue, so order is kept on concurrent schedulers too (C93): one item, or
/// on a scheduler with a tally as many as joined it before it ran.
@usableFromInline
package final class Hopping<How: Holding, Context: Scheduler, Downstream: Subscriber>: Stage, Subscriber
where How.Passing == Downstream.Input {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package typealias Stride = Context.SchedulerTimeType.Stride
  @usableFromInline package enum Item {
    case value(How.Held)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline package let scheduler: Context
  @usableFromInline package let options: Context.SchedulerOptions?
  @usableFromInline package let wait: (interval: Stride, tolerance: Stride)?
  @usableFromInline package let isTimed: Bool
  @usableFromInline package let tally: _Tally?
  /// What the tally says as long as nothing was scheduled after the newest action. 0: that is not known. Upstream's.
  @exclusivity(unchecked) @usableFromInline package var ticket: UInt = 0
  @usableFromInline package let queueLock = Lock()
  // Under `queueLock`.
  @exclusivity(unchecked) @usableFromInline package var queue = Ring<Item>()
  /// How many items the newest action is to deliver, 0 once it runs; and the ones before it that do not run yet.
  @exclusivity(unchecked) @usableFromInline package var joined = 0
  @exclusivity(unchecked) @usableFromInline package var shares = Ring<Int>()
  // In turn.
  /// What was taken off the queue, and how many of these and of the queue's are due.
  @exclusivity(unchecked) @usableFromInline package var leaving = Ring<Item>()
  @exclusivity(unchecked) @usableFromInline package var due = 0
  /// nil once it is over: an action that the scheduler still has keeps this, but not downstream (C73).
  @exclusivity(unchecked) @usableFromInline package var downstream: Downstream?
  @exclusivity(unchecked) @usableFromInline package var alarm: Alarm<Context>?
  @exclusivity(unchecked) @usableFromInline package var customError: (() -> Failure)?
  @exclusivity(unchecked) @usableFromInline package var isAsked = false

  @inlinable package init(
    _ downstream: Downstream, _: How.Type, _ scheduler: Context, _ options: Context.SchedulerOptions?,
    name: String = "ReceiveOn", wait: (interval: Stride, tolerance: Stride)? = nil, alarm: Alarm<Context>? = nil,
    customError: (() -> Failure)? = nil
  ) {
    self.downstream = downstream
    self.scheduler = scheduler
    self.options = options
    self.wait = wait
    self.alarm = alarm
    self.customError = customError
    isTimed = alarm != nil
    tally = wait == nil ? scheduler._tally(options) : nil
    super.init(name, onEnd: { unsafeDowncast($0, to: Hopping<How, Context, Downstream>.self).drop() }) {
      unsafeDowncast($0, to: Hopping<How, Context, Downstream>.self).firstAsked()
      $0.owe($1)
    }
  }

  @inlinable deinit {
    queue.destroy()
    shares.destroy()
    leaving.destroy()
  }

  /// So that other work of the scheduler has its turn.
  @inlinable package static var mostJoined: Int { 256 }
  /// An action runs within the call that schedules it: what finds the turn free need not wait in the queue.
  @inlinable package static var isImmediate: Bool { Context.self == ImmediateScheduler.self }

  @inlinable package func receive(subscription: any Subscription) {
    guard begin(subscription) else { return }
    if isTimed { restart(scheduler.now) }
    downstream?.receive(subscription: makeValve())
    leave()
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard isActive else { return .none }
    if isTimed {
      let now = scheduler.now
      perform { self.restart(now) }
    }
    if Self.isImmediate && enter() {
      // Moved out and back: a copy would count references for each value.
      var mine: Downstream?
      swap(&mine, &downstream)
      if mine != nil { deliver(input, to: mine.unsafelyUnwrapped) }
      swap(&mine, &downstream)
      leave()
    } else {
      put(.value(How.hold(input)))
    }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard isActive, end() else { return }
    if isTimed { perform { self.alarm?.stop() } }
    put(.completion(completion))
  }

  @inlinable @inline(__always) package func put(_ item: Item) {
    let mayJoin = tally?.value == ticket
    let hasJoined = queueLock.withLock {
      queue.append(item)
      let joins = mayJoin && joined > 0 && joined < Self.mostJoined
      if joins { joined += 1 }
      return joins
    }
    if !hasJoined { scheduleOne() }
  }

  /// An action for the item that is the newest of the queue.
  @inlinable @inline(never) package func scheduleOne() {
    guard let tally else { return schedule() }
    queueLock.withLock {
      if joined > 0 { shares.append(joined) }
      joined = 1
    }
    let before = tally.value
    schedule()
    // One more is this action. If there are others nobody knows which was first.
    ticket = tally.value == before &+ 1 ? before &+ 1 : 0
  }

  @inlinable package func schedule() {
    if let wait {
      scheduler.schedule(
        after: scheduler.now.advanced(by: wait.interval), tolerance: wait.tolerance, options: options
      ) { self.act() }
    } else {
      scheduler.schedule(options: options) { self.act() }
    }
  }

  /// What the scheduler runs. Nothing is delivered anywhere else: what finds the turn taken is handed back (C90).
  @inlinable package func act() {
    guard enter() else {
      if !Self.isImmediate { return handBack(to: scheduler, options) { self.act() } }
      return later {
        self.takeShare()
        self.goOn()
      }
    }
    takeShare()
    sendDue()
  }

  @inlinable package func resume() {
    if enter() { sendDue() } else { handBack(to: scheduler, options) { self.resume() } }
  }

  /// With the turn, which ends here, and whenever there is news: requests reach upstream between two values.
  @inlinable package func sendDue() {
    while sendWhileQuiet() {
      leave()
      if enter() { continue }
      return Self.isImmediate ? later { self.goOn() } : handBack(to: scheduler, options) { self.resume() }
    }
    leave()
  }

  // MARK: in turn

  @inlinable package func takeShare() {
    guard tally != nil else { return due += 1 }
    due += queueLock.withLock {
      if let share = shares.popFirst() { return share }
      defer { joined = 0 }
      return joined
    }
  }

  /// Where every thread is as good.
  @inlinable package func goOn() { if sendWhileQuiet() { later { self.goOn() } } }

  /// Sends what is due, one at least, until there is news. True if there is more.
  @inlinable package func sendWhileQuiet() -> Bool {
    guard let downstream else { return false }
    repeat {
      guard due > 0, let item = next() else { return false }
      due -= 1
      send(item, to: downstream)
    } while turn.isQuiet
    return due > 0 && !turn.isOver
  }

  @inlinable @inline(__always) package func next() -> Item? {
    if leaving.isEmpty { queueLock.withLock { swap(&queue, &leaving) } }
    return leaving.popFirst()
  }

  @inlinable @inline(__always) package func send(_ item: Item, to downstream: Downstream) {
    switch item {
    case .value(let held): How.lend(held) { deliver($0, to: downstream) }
    case .completion(let completion): end(completion)
    }
  }

  @inlinable @inline(__always) package func deliver(_ input: Input, to downstream: Downstream) {
    let more = downstream.receive(input)
    if more != .none { owe(more) }
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Failure>) {
    if close() { downstream?.receive(completion: completion) }
  }

  @inlinable package func restart(_ now: Context.SchedulerTimeType) {
    guard isActive, let setting = alarm?.renew() else { return }
    alarm?.set(from: now) { self.act(on: self.scheduler, self.options) { self.ring(setting) } }
  }

  /// The time is up. What came before that goes out first, unless downstream has had enough of it.
  @inlinable package func ring(_ setting: Int) {
    guard let alarm, alarm.isNewest(setting) else { return }
    finishEarly()  // C42
    while !turn.isOver, let downstream, let item = next() { send(item, to: downstream) }
    if !turn.isOver { end(customError.map { .failure($0()) } ?? .finished) }
  }

  /// The clock starts again with the first request, be it for nothing, and with no later one (C94).
  @inlinable package func firstAsked() {
    guard isTimed, !isAsked else { return }
    isAsked = true
    restart(scheduler.now)
  }

  @usableFromInline package override func askedForNothing() { if isTimed { perform { self.firstAsked() } } }

  /// When nobody will have the turn again.
  @inlinable package func drop() {
    alarm?.stop()
    customError = nil
    downstream = nil
    leaving.destroy()
    queueLock.withLock { swap(&queue, &leaving) }
    leaving.destroy()
  }
}
