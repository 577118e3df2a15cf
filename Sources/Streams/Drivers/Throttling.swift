/// One value that leaves, one that waits behind it, and the end of the interval: for `throttle`.
@usableFromInline
package final class Throttling<How: Holding, Context: Scheduler, Downstream: Subscriber>: Stage, Subscriber
where How.Passing == Downstream.Input {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let interval: Context.SchedulerTimeType.Stride
  @usableFromInline package let scheduler: Context
  @usableFromInline package let keepsLatest: Bool
  // In turn.
  /// Due already: it leaves as soon as the scheduler gets to it.
  @exclusivity(unchecked) @usableFromInline package var leaving: How.Held?
  /// For the end of the interval.
  @exclusivity(unchecked) @usableFromInline package var waiting: How.Held?
  @exclusivity(unchecked) @usableFromInline package var ending: Subscribers.Completion<Failure>?
  @exclusivity(unchecked) @usableFromInline package var isFirst = true
  /// Downstream has its subscription: before that nobody knows what it asks for.
  @exclusivity(unchecked) @usableFromInline package var isAnnounced = false
  /// When the interval is over: nothing is due before.
  @exclusivity(unchecked) @usableFromInline package var next: Context.SchedulerTimeType

  @inlinable package init(
    _ downstream: Downstream, _: How.Type, _ interval: Context.SchedulerTimeType.Stride, _ scheduler: Context,
    _ keepsLatest: Bool
  ) {
    self.downstream = downstream
    self.interval = interval
    self.scheduler = scheduler
    self.keepsLatest = keepsLatest
    next = scheduler.now
    super.init("Throttle", onEnd: { unsafeDowncast($0, to: Throttling<How, Context, Downstream>.self).drop() }) {
      _, _ in
    }
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard begin(subscription) else { return }
    next = scheduler.now
    leave()
    subscription.request(.unlimited)  // before downstream has its own (row 83)
    perform {
      self.downstream.receive(subscription: self.makeValve())
      self.announced()
    }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard isActive else { return .none }
    let now = scheduler.now
    if enter() {
      accept(input, now)
      leave()
    } else {
      let held = How.hold(input)
      later { How.lend(held) { self.accept($0, now) } }
    }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard isActive, end() else { return }
    perform {
      self.ending = completion
      self.scheduleEnd()
    }
  }

  // MARK: in turn

  @inlinable package func accept(_ input: Input, _ now: Context.SchedulerTimeType) {
    if waiting != nil {
      if keepsLatest { waiting = How.hold(input) }
      return
    }
    if isAnnounced && demand == .none { return }
    let isDue = leaving == nil && next <= now
    if isDue { leaving = How.hold(input) } else { waiting = How.hold(input) }
    if isAnnounced { schedule(Swift.max(now, next)) }
  }

  /// What came before downstream had its subscription finds demand now, or is lost.
  @inlinable package func announced() {
    isAnnounced = true
    demand += incoming.takeAll() ?? .none
    if leaving != nil {
      if demand == .none { leaving = nil } else { schedule(next) }
    }
    if waiting != nil {
      if demand == .none { waiting = nil } else { schedule(next) }
    }
    scheduleEnd()
  }

  @inlinable package func schedule(_ due: Context.SchedulerTimeType) {
    demand.takeOne()
    next = due.advanced(by: interval)
    if isFirst {
      isFirst = false
      scheduler.schedule(options: nil, sending())
    } else {
      scheduler.schedule(after: due, tolerance: scheduler.minimumTolerance, options: nil, sending())
    }
    endWith(scheduler)
  }

  @inlinable package func scheduleEnd() {
    if isAnnounced && ending != nil && leaving == nil && waiting == nil {
      scheduler.schedule(options: nil, sending())
      endWith(scheduler)
    }
  }

  /// Does not keep this: if nobody else does, nobody wants the value (C75). Nor the scheduler, which keeps the action.
  @inlinable package func sending() -> () -> Void {
    { [weak self] in
      guard let stage = self else { return }
      stage.act(on: stage.scheduler, nil) { [weak stage] in stage?.sendNext() }
    }
  }

  /// One value for each action; whichever runs first takes the older one (C93).
  @inlinable package func sendNext() {
    if let held = leaving.take() ?? waiting.take() { demand += How.lend(held) { downstream.receive($0) } }
    if let ending, leaving == nil, waiting == nil, close() { downstream.receive(completion: ending) }
  }

  /// When nobody will have the turn again.
  @inlinable package func drop() {
    leaving = nil
    waiting = nil
  }
}
