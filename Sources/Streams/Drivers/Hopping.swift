/// A queue that is filled where upstream is and emptied where the scheduler runs, one item for each action: for
/// `receive(on:)`; with a wait, for `delay`; with an alarm, for `timeout`.
///
/// Whichever action runs first takes the oldest item, so order is kept on concurrent schedulers too (C93).
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
  @usableFromInline package let queueLock = Lock()
  /// Under `queueLock`: filled by upstream while someone else has the turn.
  @exclusivity(unchecked) @usableFromInline package var queue = Ring<Item>()
  // In turn.
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
    super.init(name, onEnd: { unsafeDowncast($0, to: Hopping<How, Context, Downstream>.self).drop() }) {
      unsafeDowncast($0, to: Hopping<How, Context, Downstream>.self).firstAsked()
      $0.owe($1)
    }
  }

  @inlinable deinit { queue.destroy() }

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
    put(.value(How.hold(input)))
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard isActive, end() else { return }
    if isTimed { perform { self.alarm?.stop() } }
    put(.completion(completion))
  }

  @inlinable package func put(_ item: Item) {
    queueLock.withLock { queue.append(item) }
    let send = { self.perform { self.sendNext() } }
    if let wait {
      scheduler.schedule(
        after: scheduler.now.advanced(by: wait.interval), tolerance: wait.tolerance, options: options, send)
    } else {
      scheduler.schedule(options: options, send)
    }
  }

  // MARK: in turn

  /// False if there was nothing.
  @discardableResult @inlinable package func sendNext() -> Bool {
    switch queueLock.withLock({ queue.popFirst() }) {
    case .value(let held)?:
      let more = How.lend(held) { downstream.unsafelyUnwrapped.receive($0) }
      if more != .none { owe(more) }
    case .completion(let completion)?: end(completion)
    case nil: return false
    }
    return true
  }

  @inlinable package func end(_ completion: Subscribers.Completion<Failure>) {
    if close() { downstream?.receive(completion: completion) }
  }

  @inlinable package func restart(_ now: Context.SchedulerTimeType) {
    guard isActive, let setting = alarm?.renew() else { return }
    alarm?.set(from: now) { self.perform { self.ring(setting) } }
  }

  /// The time is up. What came before that goes out first, unless downstream has had enough of it.
  @inlinable package func ring(_ setting: Int) {
    guard let alarm, alarm.isNewest(setting) else { return }
    finishEarly()  // C42
    while !turn.isOver, sendNext() {}
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
    var rest = Ring<Item>()
    queueLock.withLock { swap(&rest, &queue) }
    rest.destroy()
  }
}
