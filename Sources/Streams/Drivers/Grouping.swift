/// What was gathered, and the groups made of it that are on their way: for `collect` by time.
@usableFromInline
package final class Grouping<How: Holding, Context: Scheduler, Downstream: Subscriber>: Stage, Subscriber {
  @usableFromInline package typealias Input = How.Passing
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let count: Int?
  @usableFromInline package let bundle: ([How.Held]) -> Downstream.Input
  // In turn.
  /// nil once it is over: what the scheduler still has keeps this, but not downstream (C73).
  @exclusivity(unchecked) @usableFromInline package var downstream: Downstream?
  @exclusivity(unchecked) @usableFromInline package var alarm: Alarm<Context>
  @exclusivity(unchecked) @usableFromInline package var gathered: [How.Held] = []
  /// Each has used up one of the demand.
  @exclusivity(unchecked) @usableFromInline package var leaving = Ring<[How.Held]>()
  /// How many values upstream was asked for too many, because groups went out short.
  @exclusivity(unchecked) @usableFromInline package var surplus = 0
  @exclusivity(unchecked) @usableFromInline package var ending: Subscribers.Completion<Failure>?

  @inlinable package init(
    _ downstream: Downstream, _: How.Type, _ alarm: Alarm<Context>, _ count: Int?,
    bundle: @escaping ([How.Held]) -> Downstream.Input
  ) {
    self.downstream = downstream
    self.alarm = alarm
    self.count = count
    self.bundle = bundle
    super.init("CollectByTime", onEnd: { unsafeDowncast($0, to: Grouping<How, Context, Downstream>.self).drop() }) {
      let grouping = unsafeDowncast($0, to: Grouping<How, Context, Downstream>.self)
      grouping.askFor($1)
      if grouping.isReady { grouping.settleLater() }
    }
  }

  @inlinable deinit {
    alarm.stop()
    leaving.destroy()
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard begin(subscription) else { return }
    restart()
    downstream?.receive(subscription: makeValve())
    leave()
    if count == nil { ask(.max(1)) }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    guard isActive else { return .none }
    let held = How.hold(input)
    if enter() {
      accept(held)
      leave()
    } else {
      later { self.accept(held) }
    }
    return count == nil ? .max(1) : .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    guard isActive, end() else { return }
    perform {
      self.alarm.stop()
      if case .failure = completion { self.gathered = [] }  // C45
      self.ending = completion
      self.settleLater()
    }
  }

  // MARK: in turn

  /// Something can go out before the time is up.
  @inlinable package var isReady: Bool { ending != nil || gathered.count >= count ?? .max }

  @inlinable package func accept(_ held: How.Held) {
    gathered.append(held)
    endWith(alarm.scheduler)
    guard gathered.count >= count ?? .max, cut() else { return }
    restart()
    settleLater()
  }

  /// Makes a group of what there is. False if there is nothing, or nobody asked for it.
  @inlinable package func cut() -> Bool {
    guard demand != .none, !gathered.isEmpty else { return false }
    demand.takeOne()
    let size = Swift.min(gathered.count, count ?? .max)
    leaving.append(size == gathered.count ? gathered : Array(gathered.prefix(size)))
    if size == gathered.count { gathered = [] } else { gathered.removeFirst(size) }
    if let count { surplus += count - size }
    return true
  }

  /// The timer keeps neither this (upstream and downstream do) nor the scheduler, which may keep the timer.
  @inlinable package func restart() {
    let setting = alarm.renew()
    alarm.set(from: alarm.scheduler.now) { [weak self] in
      guard let stage = self else { return }
      stage.act(on: stage.alarm.scheduler, stage.alarm.options) { [weak stage] in stage?.ring(setting) }
    }
  }

  @inlinable package func ring(_ setting: Int) {
    guard alarm.isNewest(setting) else { return }
    _ = cut()
    settle()
  }

  @inlinable package func settleLater() {
    let (scheduler, options) = (alarm.scheduler, alarm.options)
    scheduler.schedule(options: options) { self.act(on: scheduler, options) { self.settle() } }
    endWith(scheduler)
  }

  @inlinable package func settle() {
    while !turn.isOver {
      if leaving.isEmpty && !(isReady && cut()) { break }
      guard let group = leaving.popFirst() else { break }
      let more = downstream.unsafelyUnwrapped.receive(bundle(group))
      demand += more
      askFor(more)
    }
    if let ending, gathered.isEmpty, close() { downstream?.receive(completion: ending) }
  }

  /// Asks upstream for enough values for so many groups.
  @inlinable package func askFor(_ groups: Subscribers.Demand) {
    guard let count, groups != .none else { return }
    var values = groups * count
    if let most = values.max, surplus > 0 {
      let spared = Swift.min(surplus, most)
      surplus -= spared
      values -= spared
    }
    if values != .none { owe(values) }
  }

  /// When nobody will have the turn again.
  @inlinable package func drop() {
    alarm.stop()
    gathered = []
    leaving.destroy()
    downstream = nil
  }
}
