import Dispatch
import Streams

/// A dispatch queue runs work in its own order: a serial queue one piece after the other, a concurrent one several at a
/// time. Operators keep the order of their values on both (C93).
///
/// ```swift
/// subject.receive(on: DispatchQueue(label: "work")).sink { print($0) }
/// ```
///
/// `DispatchQueue.main` needs somebody who serves it: `dispatchMain()`, `RunLoop.main.run()`, or an `async` main.
///
/// Threads: everything may be called from any thread. Cost: one dispatched block; `receive(on:)` shares one among the
/// values of a burst, unless the options ask for something else than a quality of service.
/// Differs from Combine: docs/decisions/090.
extension DispatchQueue: Scheduler {
  /// The queue's clock, now: libdispatch's uptime, which stands still while the machine sleeps.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  /// Nothing: libdispatch takes any tolerance.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs `action` on the queue as soon as possible, as `async(group:qos:flags:execute:)` does.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    if let options {
      async(group: options.group, qos: options.qos, flags: options.flags) { action() }
    } else {
      async { action() }
    }
    _Tally.of(label: label).add()
  }

  /// Runs `action` on the queue once, at `date` or later, as `asyncAfter(deadline:qos:flags:execute:)` does. The group
  /// of the options is entered at once and left after the action. Work due in the distant future is dropped.
  /// How late it may be is left to libdispatch; the tolerance is not used.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    guard date.dispatchTime != .distantFuture else { return }
    nonisolated(unsafe) let action = action
    let options = options ?? SchedulerOptions()
    let group = options.group
    group?.enter()
    asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) {
      action()
      group?.leave()
    }
  }

  /// Runs `action` on the queue at `date` and then every `interval`, until the token is cancelled or released.
  ///
  /// Turns never overlap, also on a concurrent queue; turns that a busy queue has missed are left out. Cancelling works
  /// from any thread and from inside `action` (C96), and lets go of it at once. The group of the options is entered at
  /// once and left when the work is cancelled. Cost: a dispatch source.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let options = options ?? SchedulerOptions()
    let work = RepeatedAction(action)
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(
      deadline: date.dispatchTime, repeating: .nanoseconds(max(interval.magnitude, 1)),
      leeway: .nanoseconds(max(tolerance.magnitude, 0)))
    timer.setEventHandler(qos: options.qos, flags: options.flags) { work.run() }
    options.group?.enter()
    timer.resume()
    return AnyCancellable {
      if work.stop() { options.group?.leave() }
      timer.cancel()
    }
  }

  /// A barrier or a group wants to see every action, a quality of service does not.
  public func _tally(_ options: SchedulerOptions?) -> _Tally? {
    options.map { $0.flags.isEmpty && $0.group == nil } ?? true ? .of(label: label) : nil
  }
}

extension DispatchQueue {
  /// How the queue is to run a piece of work.
  public struct SchedulerOptions {
    /// The quality of service; `.unspecified` leaves it to the queue.
    public var qos: DispatchQoS
    /// For example `.barrier`, on a concurrent queue. A repeating action cannot be a barrier.
    public var flags: DispatchWorkItemFlags
    /// A group that the work belongs to until it has run, or, if it repeats, until it is cancelled.
    public var group: DispatchGroup?

    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }
}
