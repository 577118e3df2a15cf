/// A queue that is filled where upstream is and emptied where the scheduler runs: for `receive(on:)`; with a wait, for
/// `delay`; with a limit, for `timeout`.
///
/// Each action delivers the oldest items of the queue, so order is kept on concurrent schedulers too (C93): one item, or
/// on a scheduler with a tally as many as joined it before it ran.
///
/// Only actions of the scheduler take the turn. Who sends, asks or sets the timer anew does not: what somebody leaves
/// as a note for whoever has the turn is done in that one's thread, and downstream belongs to the scheduler's.
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
  @usableFromInline package let tally: _Tally?
  /// What the tally says as long as nothing was scheduled after the newest action. 0: that is not known. Upstream's.
  @exclusivity(unchecked) @usableFromInline package var ticket: UInt = 0
  @usableFromInline package let queueLock = Lock()
  // Under `queueLock`.
  @exclusivity(unchecked) @usableFromInline package var backlog = Backlog<Item>()
  /// Downstream has its subscription: until then nothing is asked for or scheduled, and no time is up.
  @exclusivity(unchecked) @usableFromInline package var hasStarted = Hopping.isImmediate
  @exclusivity(unchecked) @usableFromInline package var askedBefore = Subscribers.Demand.none
  @exclusivity(unchecked) @usableFromInline package var rungBefore: Int?
  // In turn.
  /// What was taken off the queue.
  @exclusivity(unchecked) @usableFromInline package var leaving = Ring<Item>()
  /// nil once it is over: an action that the scheduler still has keeps this, but not downstream (C73).
  @exclusivity(unchecked) @usableFromInline package var downstream: Downstream?
  /// For `timeout`.
  @usableFromInline package let countdown: Countdown<Context>?
  @exclusivity(unchecked) @usableFromInline package var customError: (() -> Failure)?

  @inlinable package init(
    _ downstream: Downstream, _: How.Type, _ scheduler: Context, _ options: Context.SchedulerOptions?,
    name: String = "ReceiveOn", wait: (interval: Stride, tolerance: Stride)? = nil, limit: Stride? = nil,
    customError: (() -> Failure)? = nil
  ) {
    self.downstream = downstream
    self.scheduler = scheduler
    self.options = options
    self.wait = wait
    self.customError = customError
    countdown = limit.map { Countdown(scheduler, $0, options) }
    tally = wait == nil ? scheduler._tally(options) : nil
    super.init(
      name, asksAtOnce: !Hopping.isImmediate,
      onEnd: { unsafeDowncast($0, to: Hopping<How, Context, Downstream>.self).drop() }
    ) { unsafeDowncast($0, to: Hopping<How, Context, Downstream>.self).passOn($1) }
  }

  @inlinable deinit {
    backlog.destroy()
    leaving.destroy()
  }

  /// An action runs within the call that schedules it, in whatever thread: what finds the turn free need not wait in the
  /// queue.
  @inlinable package static var isImmediate: Bool { Context.self == ImmediateScheduler.self }

  @inlinable package func receive(subscription: any Subscription) {
    guard begin(subscription) else { return }
    restart()
    downstream?.receive(subscription: makeValve())
    leave()
    if !Self.isImmediate { start() }
  }

  /// What was asked for and what came before downstream had its subscription.
  @inlinable package func start() {
    let (asked, count, rung) = queueLock.withLock {
      hasStarted = true
      if tally != nil { backlog.begin(backlog.items.count) }
      return (askedBefore, backlog.items.count, rungBefore)
    }
    if let rung { scheduler.schedule(options: options) { self.rang(rung) } }
    for _ in 0..<(tally == nil ? count : Swift.min(count, 1)) { schedule() }
    if asked != .none { ask(asked) }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard isActive else { return .none }
    restart()
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
    countdown?.stop()
    put(.completion(completion))
  }

  @inlinable @inline(__always) package func put(_ item: Item) {
    let mayJoin = tally?.value == ticket
    let isScheduled = queueLock.withLock {
      let hasJoined = backlog.append(item, mayJoin: mayJoin)
      return hasJoined || !hasStarted
    }
    if !isScheduled { scheduleOne() }
  }

  /// An action for the item that is the newest of the queue.
  @inlinable @inline(never) package func scheduleOne() {
    guard let tally else { return schedule() }
    queueLock.withLock { backlog.begin(1) }
    let before = tally.value
    schedule()
    // One more is this action. If there are others nobody knows which was first.
    ticket = tally.value == before &+ 1 ? before &+ 1 : 0
  }

  @inlinable package func schedule() {
    if let wait {
      scheduler.schedule(
        after: scheduler.now.advanced(by: wait.interval), tolerance: wait.tolerance, options: options
      ) { self.perform { self.sendShare() } }
    } else {
      scheduler.schedule(options: options) { self.perform { self.sendShare() } }
    }
    endWith(scheduler)
  }

  /// What downstream asks for. On `ImmediateScheduler` in turn, as upstream may send within the request.
  @inlinable package func passOn(_ demand: Subscribers.Demand) {
    if countdown?.isFirstRequest() == true { restart() }
    if Self.isImmediate { return owe(demand) }
    let isEarly = queueLock.withLock {
      if !hasStarted { askedBefore += demand }
      return !hasStarted
    }
    if !isEarly { ask(demand) }
  }

  /// The clock starts again with the first request, be it for nothing, and with no later one (C94).
  @usableFromInline package override func askedForNothing() {
    if countdown?.isFirstRequest() == true { restart() }
  }

  @inlinable @inline(__always) package func restart() {
    if let countdown, isActive { countdown.restart { self.rang($0) } }
  }

  /// The time is up.
  @inlinable package func rang(_ setting: Int) {
    let isEarly = queueLock.withLock {
      if !hasStarted { rungBefore = setting }
      return !hasStarted
    }
    if !isEarly { perform { self.ring(setting) } }
  }
}
