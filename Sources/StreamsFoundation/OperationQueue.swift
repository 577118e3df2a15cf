import Foundation
import Streams

/// An operation queue runs work as operations: in order only while its `maxConcurrentOperationCount` is 1 (row 118).
/// Operators keep the order of their values in any case (C93). A suspended queue holds the work.
///
/// `OperationQueue.main` needs somebody who serves the main queue: `RunLoop.main.run()`, `dispatchMain()`, or an `async`
/// main.
///
/// Threads: everything may be called from any thread. Cost: one operation for each piece of work.
/// Differs from Combine: docs/decisions/090.
extension OperationQueue: Scheduler {
  /// The time of day, now.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// Nothing.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` as an operation of the queue as soon as possible.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    addOperation { action() }
  }

  /// Runs `action` as an operation that is in the queue at once and becomes ready at `date`, never earlier. It is
  /// `Cancellable`.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    DelayedOperation(until: date.date, tolerance: tolerance.magnitude, action).enter(self)
  }

  /// Runs `action` at `date` and then every `interval`, until the token is cancelled or released.
  ///
  /// Each turn is an operation of its own, entered once the one before has ended: turns never overlap, and those missed
  /// are left out. Cancelling works from any thread and from inside `action` (C96), and lets go of it at once.
  /// `cancelAllOperations()` ends the work too.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let turns = RepeatedOperation(on: self, every: interval.magnitude, tolerance: tolerance.magnitude, action)
    turns.enter(at: date.date)
    return AnyCancellable { turns.cancel() }
  }
}

extension OperationQueue {
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
