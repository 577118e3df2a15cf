/// One value, and the timer that lets it go.
@usableFromInline
package final class Debouncing<How: Holding, Context: Scheduler, Downstream: Subscriber>: Stage, Subscriber
where How.Passing == Downstream.Input {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  // In turn.
  /// nil once it is over: what the scheduler still has keeps this, but not downstream (C73).
  @exclusivity(unchecked) @usableFromInline package var downstream: Downstream?
  @exclusivity(unchecked) @usableFromInline package var latest: How.Held?
  @exclusivity(unchecked) @usableFromInline package var alarm: Alarm<Context>

  @inlinable package init(
    _ downstream: Downstream, _: How.Type, _ dueTime: Context.SchedulerTimeType.Stride, _ scheduler: Context,
    _ options: Context.SchedulerOptions?
  ) {
    self.downstream = downstream
    alarm = Alarm(scheduler, dueTime, options)
    super.init("Debounce", onEnd: { unsafeDowncast($0, to: Debouncing<How, Context, Downstream>.self).drop() }) {
      _, _ in
    }
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard begin(subscription) else { return }
    downstream?.receive(subscription: makeValve())
    leave()
    ask(.unlimited)  // not of what is cancelled
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard isActive else { return .none }
    let held = How.hold(input)
    let now = alarm.scheduler.now
    perform { self.restart(held, now) }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard isActive, end() else { return }
    perform {
      self.alarm.stop()
      self.latest = nil
      let scheduler = self.alarm.scheduler
      scheduler.schedule(options: nil) {
        self.act(on: scheduler, nil) { if self.close() { self.downstream?.receive(completion: completion) } }
      }
      self.endWith(scheduler)
    }
  }

  // MARK: in turn

  @inlinable package func restart(_ held: How.Held, _ now: Context.SchedulerTimeType) {
    latest = held
    let setting = alarm.renew()
    let (scheduler, options) = (alarm.scheduler, alarm.options)
    alarm.set(from: now) { self.act(on: scheduler, options) { self.ring(setting) } }
    endWith(scheduler)
  }

  @inlinable package func ring(_ setting: Int) {
    guard alarm.isNewest(setting), let held = latest.take() else { return }
    alarm.stop()
    if demand == .none { return }
    demand.takeOne()
    demand += How.lend(held) { downstream.unsafelyUnwrapped.receive($0) }
  }

  /// When nobody will have the turn again.
  @inlinable package func drop() {
    alarm.stop()
    latest = nil
    downstream = nil
  }
}
