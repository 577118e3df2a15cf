import Streams

/// A scheduler whose clock stands still until a test moves it.
///
/// Work runs inside ``advance(by:)`` and ``run()``, in the order of its due times; work with the same due time runs
/// in the order it was scheduled. Nothing runs early and nothing depends on the speed of the machine.
///
///     let time = VirtualTime()
///     let token = subject.debounce(for: .seconds(1), scheduler: time).sink { print($0) }
///     subject.send("a")
///     time.advance(by: .seconds(1))  // prints a
///
/// Cost: scheduling, cancelling and running a piece of work take O(log n) steps for n that wait. Threads: work may be
/// scheduled and cancelled from any thread; it runs on the thread that moves the clock, and one thread at a time may
/// move it. Ownership: the clock holds the work that waits; work and tokens do not hold the clock.
public final class VirtualTime: Scheduler, @unchecked Sendable {
  /// There is nothing to say about a piece of work besides when it is due.
  public typealias SchedulerOptions = Never

  private let lock = Lock()
  // Under the lock.
  private var agenda = Agenda<Errand>()
  private var nanoseconds = 0

  /// A clock that shows 0, with nothing to do.
  public init() {}

  /// The moment the clock shows. While work runs, the moment it was due, or the present one if that had passed.
  public var now: SchedulerTimeType { SchedulerTimeType(nanoseconds: lock.withLock { nanoseconds }) }
  /// Nothing: work runs exactly when it is due.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// How many pieces of work wait for their time. A repeating one counts as one.
  public var waitingCount: Int { lock.withLock { agenda.count } }

  /// Runs `action` with the next ``advance(by:)`` or ``run()``, never within the call.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    lock.withLock { agenda.enter(Errand(due: nanoseconds, action)) }
  }

  /// Runs `action` when the clock reaches `date`, or with the next ``advance(by:)`` if that has passed.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    lock.withLock { agenda.enter(Errand(due: date.nanoseconds, action)) }
  }

  /// Runs `action` at `date` and then every `interval`, until the token is cancelled.
  ///
  /// Cancelling works from anywhere, also from inside `action` (C96), and lets go of it. An interval of 0 or less counts
  /// as one nanosecond, so that time passes.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let errand = Errand(due: date.nanoseconds, every: max(1, interval.nanoseconds), on: self, action)
    lock.withLock { agenda.enter(errand) }
    return errand
  }

  /// Moves the clock forward and runs what becomes due, also what that work schedules within the time. What is
  /// due now runs too, so `advance(by: 0)` runs what was scheduled "as soon as possible".
  /// - Precondition: `stride` is not negative.
  public func advance(by stride: SchedulerTimeType.Stride) {
    precondition(stride.nanoseconds >= 0, "time does not run backwards")
    let end = now.advanced(by: stride).nanoseconds
    while let action = nextAction(until: end) { action() }
    lock.withLock { nanoseconds = max(nanoseconds, end) }
  }

  /// Runs everything that waits, moving the clock to each due time, until nothing is left. A repeating action that
  /// nobody cancels never ends.
  public func run() {
    while let action = nextAction(until: .max) { action() }
  }

  /// A repeating errand is entered again before it runs, so that its action can cancel it (C96).
  private func nextAction(until end: Int) -> (() -> Void)? {
    lock.withLock {
      guard let errand = agenda.takeNext(at: end) else { return nil }
      nanoseconds = max(nanoseconds, errand.due)
      guard let interval = errand.interval, errand.due < .max else { return errand.takeAction() }
      errand.due = errand.due.addingClamped(interval)
      agenda.enter(errand)
      return errand.action
    }
  }

  fileprivate func cancel(_ errand: Errand) {
    // The action may own what its release cancels: let go of it outside the lock (C37).
    let gone = lock.withLock {
      agenda.remove(errand)
      return errand.takeAction()
    }
    withExtendedLifetime(gone) {}
  }
}

/// A piece of work, and the token that cancels it. Its fields are under the clock's lock.
private final class Errand: Dated, Cancellable {
  @exclusivity(unchecked) var due: Int
  @exclusivity(unchecked) var order: UInt64 = 0
  @exclusivity(unchecked) var slot = -1
  let interval: Int?
  private(set) var action: (() -> Void)?
  private weak var time: VirtualTime?

  init(due: Int, every interval: Int? = nil, on time: VirtualTime? = nil, _ action: @escaping () -> Void) {
    (self.due, self.interval, self.time, self.action) = (due, interval, time, action)
  }

  func takeAction() -> (() -> Void)? {
    defer { action = nil }
    return action
  }

  func cancel() { time?.cancel(self) }
}
