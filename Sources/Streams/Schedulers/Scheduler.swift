/// Where and when work runs: at once, after a due time, or again and again.
///
/// Operators that wait or change threads (`debounce`, `receive(on:)`, ...) do it through a scheduler, so that
/// tests can put virtual time in its place. Source: Combine's `Scheduler`; rules C90 to C96.
public protocol Scheduler<SchedulerTimeType> {
  /// A moment of this scheduler's clock.
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// What can be said about a piece of work besides when it is due.
  associatedtype SchedulerOptions

  /// The present moment.
  var now: SchedulerTimeType { get }
  /// The least tolerance this scheduler can keep.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs `action` as soon as possible.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs `action` once, at `date` or later, never earlier.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void)
  /// Runs `action` at `date` and then every `interval`, until the token is cancelled. Cancelling from inside
  /// `action` works (C96).
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable

  /// For the schedulers of this package: one action may deliver several values of `receive(on:)`, and this counts what
  /// is scheduled, so that no value overtakes other work. If nil, as it is by default, each value has an action.
  func _tally(_ options: SchedulerOptions?) -> _Tally?

  /// For the schedulers of this package that can end: whether what they are given is dropped. By default false.
  var _isOver: Bool { get }
}

extension Scheduler {
  @inlinable public func _tally(_ options: SchedulerOptions?) -> _Tally? { nil }
  @inlinable public var _isOver: Bool { false }
}

/// A length of time that can be made from everyday units.
public protocol SchedulerTimeIntervalConvertible {
  static func seconds(_ s: Int) -> Self
  static func seconds(_ s: Double) -> Self
  static func milliseconds(_ ms: Int) -> Self
  static func microseconds(_ us: Int) -> Self
  static func nanoseconds(_ ns: Int) -> Self
}

extension Scheduler {
  /// Runs `action` as soon as possible, without options.
  public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }

  /// Runs `action` once, at `date` or later, with the least tolerance.
  public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs `action` once, at `date` or later, without options.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs `action` at `date` and then every `interval`, with the least tolerance.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs `action` at `date` and then every `interval`, without options.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
