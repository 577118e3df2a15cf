import CLibuv
import Streams

/// A libuv loop with an inbox that other threads can post to. It is a `Scheduler`.
///
/// Make one and run it (`run()`), give it a thread of its own (`start()`), or lend the library the loop your program
/// runs already (`init(adopting:)`). The name is swift-nio's for the same thing; libuv says loop.
///
/// ```swift
/// let loop = try EventLoop()
/// let lines = loop.readFile("/var/log/syslog").lines().sink(...)
/// try loop.run()
/// try loop.close()
/// ```
///
/// **Threads.** Everything may be called from any thread unless it says otherwise. Everything the loop produces
/// comes in the loop's thread: the one that is inside `run()`, the loop's own, or the one that runs an adopted loop.
/// Before that thread runs it, a loop of your own has no thread: what is posted, scheduled and subscribed waits.
///
/// **Ownership.** What lives on a loop (timers, readers, scheduled work) does not keep the `EventLoop` alive. Dropping
/// the last reference closes it as `closeSoon()` does. `close()` is better: it tells when it is done.
///
/// **Errors** are `LoopError`s, with libuv's codes where the cause is libuv's.
public final class EventLoop: @unchecked Sendable {
  @usableFromInline package let loop: Loop

  /// A new loop. The thread that runs it becomes its thread. Throws libuv's code, for instance `EMFILE`.
  public init() throws(LoopError) { loop = try Loop(adopting: nil) }

  /// Adopts a loop that the program runs by itself, with `uv_run()`.
  ///
  /// Call it in the thread that will run the loop, or before that thread starts; until a callback shows otherwise
  /// the calling thread counts as the loop's thread. The `uv_loop_t` stays yours: `close()` first, then run it
  /// until it has nothing left to do, then `uv_loop_close()` it. `run`, `start` and `stop` throw `.notSupported`.
  public init(adopting uv: UnsafeMutablePointer<uv_loop_t>) throws(LoopError) { loop = try Loop(adopting: uv) }

  deinit { loop.closeSoon() }

  /// How far a run goes.
  public enum RunMode: Sendable {
    /// Until nothing is active, or until `stop()`.
    case untilIdle
    /// Waits for something to happen, once.
    case once
    /// What can be done without waiting.
    case noWait
  }

  /// Runs the loop in this thread; true if there is more to do.
  ///
  /// What was posted before is run too. The inbox alone does not keep the loop running, see `hold()`.
  /// Throws `.busy` while the loop runs, also from inside its callbacks; `.notSupported` if it was adopted; `.closed`.
  @discardableResult public func run(_ mode: RunMode = .untilIdle) throws(LoopError) -> Bool {
    switch mode {
    case .untilIdle: try loop.run(UV_RUN_DEFAULT)
    case .once: try loop.run(UV_RUN_ONCE)
    case .noWait: try loop.run(UV_RUN_NOWAIT)
    }
  }

  /// Runs the loop in a thread of its own until it is stopped or closed, also while nothing is active.
  ///
  /// That thread blocks all signals. After a `stop()` it may be started again: `start()` then waits for the end of
  /// the thread before. Throws `.busy` while it runs, `.notSupported` if it was adopted, `.closed`, libuv's codes.
  public func start() throws(LoopError) { try loop.start() }

  /// Makes `run()` or the loop's own thread return soon. What was posted before is run first.
  ///
  /// Does not wait. If the loop does not run, the next run returns at once, as with `uv_stop`. Throws `.notSupported`
  /// if it was adopted, and `.closed`.
  public func stop() throws(LoopError) { try loop.stop() }

  /// Keeps the loop running although nothing is active, until as many `unhold()`. Throws `.closed`.
  public func hold() throws(LoopError) { try loop.hold(true) }

  /// Takes one `hold()` back. Throws `.wrongMoment` if there is none, and `.closed`.
  public func unhold() throws(LoopError) { try loop.hold(false) }

  /// Runs `work` in the loop's thread, in the order of the posts. Never within the call, also in the loop's thread.
  ///
  /// A loop of your own that is not running keeps it for the next run. Nothing that was posted before `close()` is
  /// lost: closing runs it. Throws `.closed` after that, and drops `work`. Timers and input have their turn after a
  /// millisecond of posted work. Cost: a short lock; one wake-up of the loop for everything that is posted until it
  /// has looked.
  public func post(_ work: @escaping () -> Void) throws(LoopError) {
    guard loop.post(work) else { throw .closed }
  }

  /// Closes the loop: runs what was posted, fails the timers and readers that live on it with `.closed`, drops
  /// scheduled work, closes the libuv handles and waits for that. Stops and joins the loop's own thread.
  ///
  /// An operator that was given the loop as its scheduler cannot fail so: its failure is its upstream's. Once it has
  /// something for the closed loop it cancels upstream and lets go of its subscriber, which hears nothing.
  /// Differs from Combine: docs/decisions/105.
  ///
  /// Of an adopted loop the handles are closed by its owner's next `uv_run()`. Closing twice does nothing.
  /// Throws `.busy` from inside the loop's callbacks, while another thread closes it, or while handles that somebody
  /// else put on `uv` are open; `.wrongThread` while another thread is in `run()`, or for an adopted loop outside its
  /// thread. The loop is as it was then.
  public func close() throws(LoopError) { try loop.close() }

  /// Closes the loop without waiting and from anywhere, also from inside its callbacks: at once if it does not run,
  /// else by the thread that runs it, which then leaves `run()`. For the last owner's farewell.
  public func closeSoon() { loop.closeSoon() }

  /// Whether this is the loop's thread. A loop that nobody runs has none.
  public var isCurrent: Bool { loop.isCurrent }

  /// The libuv loop inside. Use it only in the loop's thread, or while nobody runs the loop.
  public var uv: UnsafeMutablePointer<uv_loop_t> { loop.uv }

  /// How many libuv handles and requests of the library are alive in the process: 0 once all loops are closed.
  public static var liveHandles: Int { liveHandleCount.load(ordering: .relaxed) }

  /// How many of them are of this loop: 0 once it is closed.
  package var liveHandles: Int { loop.liveHandles }
}

extension EventLoop: Scheduler {
  public typealias SchedulerOptions = Never

  /// The loop's clock, now: `uv_hrtime`, not the time at which the loop last looked.
  public var now: SchedulerTimeType { .now }

  /// libuv's timers count in milliseconds. Nothing runs early; it may be late by this much, and more if the loop is
  /// busy.
  public var minimumTolerance: SchedulerTimeType.Stride { loop.minimumTolerance }

  /// Runs `action` in the loop's thread, as `post` does. On a closed loop it is dropped.
  public func schedule(options: Never?, _ action: @escaping () -> Void) { loop.schedule(options: options, action) }

  public func _tally(_ options: Never?) -> _Tally? { loop.tally }
  public var _isOver: Bool { loop.isOver.load(ordering: .acquiring) }

  /// Runs `action` in the loop's thread once `date` has passed. Dropped if the loop closes before.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    loop.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` in the loop's thread at `date` and then every `interval`, until the token is cancelled.
  ///
  /// Cancelling works from any thread and from inside `action` (C96). Turns that a busy loop has missed are left out.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    loop.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
