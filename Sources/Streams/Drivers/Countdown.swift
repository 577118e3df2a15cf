/// A timer that any thread may set anew, and that is stopped for good once: for `timeout`.
///
/// As an `Alarm`, but with a lock of its own in the place of somebody's turn.
@usableFromInline package final class Countdown<Context: Scheduler> {
  @usableFromInline let scheduler: Context
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let lock = Lock()
  // Under the lock.
  @exclusivity(unchecked) @usableFromInline var timer: (any Cancellable)?
  /// Counts the settings. Below 0: it was stopped.
  @exclusivity(unchecked) @usableFromInline var newest = 0
  @exclusivity(unchecked) @usableFromInline var isAsked = false

  @inlinable package init(
    _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ options: Context.SchedulerOptions?
  ) {
    self.scheduler = scheduler
    self.interval = interval
    self.options = options
  }

  /// True once.
  @inlinable package func isFirstRequest() -> Bool {
    lock.withLock {
      defer { isAsked = true }
      return !isAsked
    }
  }

  /// Whether this setting still counts.
  @inlinable package func isNewest(_ setting: Int) -> Bool { lock.withLock { setting == newest } }

  /// Rings one interval from now, and then every interval, with the number of this setting. The new timer is set before
  /// the old one is cancelled.
  @inlinable package func restart(_ ring: @escaping (Int) -> Void) {
    let setting = lock.withLock {
      if newest >= 0 { newest += 1 }
      return newest
    }
    if setting < 0 { return }
    let new = scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
      options: options
    ) { ring(setting) }
    let outdated = lock.withLock {
      if setting != newest { return new as (any Cancellable)? }
      defer { timer = new }
      return timer
    }
    outdated?.cancel()
  }

  @inlinable package func stop() {
    let old = lock.withLock {
      newest = -1
      defer { timer = nil }
      return timer
    }
    old?.cancel()
  }
}
