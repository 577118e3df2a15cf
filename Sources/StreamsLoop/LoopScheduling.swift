import Streams

/// The loop as a scheduler, for what lives on it and does not keep it open. Others use the `EventLoop`.
extension Loop: Scheduler {
  @usableFromInline package typealias SchedulerTimeType = EventLoop.SchedulerTimeType
  @usableFromInline package typealias SchedulerOptions = Never

  @usableFromInline package var now: SchedulerTimeType { .now }
  @usableFromInline package var minimumTolerance: SchedulerTimeType.Stride { .milliseconds(1) }

  @usableFromInline package func schedule(options: Never?, _ action: @escaping () -> Void) { post(action) }

  @usableFromInline package func _tally(_ options: Never?) -> _Tally? { tally }

  @usableFromInline package func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    enter(ScheduledWork(on: self, due: date.nanoseconds, every: nil, action))
  }

  @usableFromInline package func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let work = ScheduledWork(on: self, due: date.nanoseconds, every: interval.magnitude, action)
    enter(work)
    return work
  }

  private func enter(_ work: ScheduledWork) { perform { work.begin() } }
}
