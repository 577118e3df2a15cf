/// The timer of a stage, set anew by what comes. All of it is for whoever has the turn.
///
/// It is set with the scheduler's repeating call, the only one that gives something to stop it by (C96). One that rings
/// after it was stopped, because its token does nothing or because it was under way, finds that it is not the newest.
@frozen @usableFromInline package struct Alarm<Context: Scheduler> {
  @usableFromInline package let scheduler: Context
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline package let options: Context.SchedulerOptions?
  @usableFromInline var token: (any Cancellable)?
  /// Counts the settings.
  @usableFromInline var newest = 0

  @inlinable package init(
    _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ options: Context.SchedulerOptions?
  ) {
    self.scheduler = scheduler
    self.interval = interval
    self.options = options
  }

  /// Whether this setting still counts.
  @inlinable package func isNewest(_ setting: Int) -> Bool { setting == newest }

  /// The number of the next setting. Older ones do not count any more.
  @inlinable package mutating func renew() -> Int {
    newest &+= 1
    return newest
  }

  /// Rings one interval after `start`, and then every interval. The new timer is set before the old one is cancelled.
  @inlinable package mutating func set(from start: Context.SchedulerTimeType, _ ring: @escaping () -> Void) {
    let old = token
    token = scheduler.schedule(
      after: start.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance, options: options,
      ring)
    old?.cancel()
  }

  @inlinable package mutating func stop() {
    newest &+= 1
    token.take()?.cancel()
  }
}
