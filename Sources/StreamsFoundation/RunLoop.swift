import Foundation
import Streams

/// A run loop runs work in its thread, one piece after the other, while it runs in its default mode. In any other mode
/// the work waits (row 117).
///
/// ```swift
/// subject.receive(on: RunLoop.main).sink { label.text = $0 }
/// ```
///
/// `RunLoop.main` needs somebody who runs it in the main thread: `RunLoop.main.run()`. Scheduled work keeps a run loop
/// going as a timer does: without sources, `run()` returns once nothing waits any more, but for the main run loop's,
/// which never returns on Linux. Work that is still waiting when the loop's thread ends is never done.
///
/// Threads: everything may be called from any thread; a loop that sleeps is woken. Cost: a lock, and one wake-up for all
/// that is scheduled until the loop looks.
/// Differs from Combine: docs/decisions/090, docs/decisions/092.
extension RunLoop: Scheduler {
  /// The time of day, now. It follows when somebody sets the clock.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// Nothing: work is started as close to its date as the loop allows.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` in the loop's thread as soon as possible. What is scheduled so keeps its order.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    RunLoopAgenda.of(self).post(action)
  }

  /// Runs `action` in the loop's thread once, at `date` or later. Work with the same date keeps its order. The tolerance
  /// is not used.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    RunLoopAgenda.of(self).enter(at: date.date, every: nil, action)
  }

  /// Runs `action` in the loop's thread at `date` and then every `interval`, until the token is cancelled or released.
  ///
  /// Turns that a busy loop has missed are left out. Cancelling works from any thread and from inside `action` (C96),
  /// and lets go of it at once. The tolerance is not used.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let work = RunLoopAgenda.of(self).enter(at: date.date, every: interval.magnitude, action)
    return AnyCancellable { work.cancel() }
  }

  public func _tally(_ options: SchedulerOptions?) -> _Tally? { RunLoopAgenda.of(self).tally }
}

extension RunLoop {
  /// There is nothing to say about a piece of work besides when it is due.
  public struct SchedulerOptions: Sendable {}

  /// A date.
  public struct SchedulerTimeType: _DateTime, Codable, Hashable {
    public var date: Date

    public init(_ date: Date) { self.date = date }

    /// A length of time in seconds. A literal is a number of seconds.
    public struct Stride: _DateStride, Codable {
      public typealias FloatLiteralType = TimeInterval
      public typealias IntegerLiteralType = TimeInterval
      public typealias Magnitude = TimeInterval

      /// The length in seconds, with its sign.
      public var magnitude: TimeInterval

      public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
    }
  }
}
