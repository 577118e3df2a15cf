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
/// Cost: scheduling is a binary search and an insertion. Threads: work may be scheduled and cancelled from any
/// thread; it runs on the thread that moves the clock, and one thread at a time may move it.
public final class VirtualTime: Scheduler, @unchecked Sendable {
  /// A moment of virtual time, in nanoseconds since the clock was made.
  public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable, CustomStringConvertible {
    public let nanoseconds: Int

    public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    public func distance(to other: SchedulerTimeType) -> Stride {
      Stride(nanoseconds: other.nanoseconds - nanoseconds)
    }

    public func advanced(by stride: Stride) -> SchedulerTimeType {
      let (sum, isTooFar) = nanoseconds.addingReportingOverflow(stride.nanoseconds)
      return SchedulerTimeType(nanoseconds: isTooFar ? (stride.nanoseconds > 0 ? .max : .min) : sum)
    }

    public var description: String { "\(nanoseconds) ns" }

    /// A length of virtual time. An integer literal means seconds, as with Combine's schedulers.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Hashable, Codable, Sendable {
      public var nanoseconds: Int

      public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }
      public init(integerLiteral value: Int) { self = .seconds(value) }
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        self = .seconds(value)
      }

      public var magnitude: UInt { nanoseconds.magnitude }

      public static func seconds(_ s: Int) -> Stride { Stride(s, times: 1_000_000_000) }
      public static func seconds(_ s: Double) -> Stride {
        let nanoseconds = (s * 1_000_000_000).rounded()
        return Stride(nanoseconds: Int(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
      }
      public static func milliseconds(_ ms: Int) -> Stride { Stride(ms, times: 1_000_000) }
      public static func microseconds(_ us: Int) -> Stride { Stride(us, times: 1_000) }
      public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }

      /// Too long a time becomes the longest there is.
      private init(_ count: Int, times unit: Int) {
        let (product, isTooLong) = count.multipliedReportingOverflow(by: unit)
        nanoseconds = isTooLong ? (count < 0 ? .min : .max) : product
      }

      public static func < (l: Stride, r: Stride) -> Bool { l.nanoseconds < r.nanoseconds }
      public static func + (l: Stride, r: Stride) -> Stride { Stride(nanoseconds: l.nanoseconds + r.nanoseconds) }
      public static func - (l: Stride, r: Stride) -> Stride { Stride(nanoseconds: l.nanoseconds - r.nanoseconds) }
      /// The product in seconds: 2 s times 3 s is 6 s.
      public static func * (l: Stride, r: Stride) -> Stride {
        .seconds(Double(l.nanoseconds) / 1_000_000_000 * (Double(r.nanoseconds) / 1_000_000_000))
      }
      public static func *= (l: inout Stride, r: Stride) { l = l * r }
    }
  }

  /// There is nothing to say about a piece of work besides when it is due.
  public typealias SchedulerOptions = Never

  private struct Work {
    let due: Int
    let ticket: Int
    let action: () -> Void
    func isAfter(_ other: Work) -> Bool { (due, ticket) > (other.due, other.ticket) }
  }

  private let lock = Lock()
  // Under the lock. The next to run is the last.
  private var waiting: [Work] = []
  private var nanoseconds = 0
  private var tickets = 0

  public init() {}

  public var now: SchedulerTimeType { SchedulerTimeType(nanoseconds: lock.withLock { nanoseconds }) }
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// How many pieces of work wait for their time. A repeating one counts as one.
  public var waitingCount: Int { lock.withLock { waiting.count } }

  public func schedule(options: Never?, _ action: @escaping () -> Void) { _ = add(now.nanoseconds, action) }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    _ = add(date.nanoseconds, action)
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let repeating = Repeating(self, Swift.max(1, interval.nanoseconds), action)  // as an event loop does
    repeating.arm(date.nanoseconds)
    return repeating
  }

  /// Moves the clock forward and runs what becomes due, also what that work schedules within the time. What is
  /// due now runs too, so `advance(by: 0)` runs what was scheduled "as soon as possible".
  public func advance(by stride: SchedulerTimeType.Stride) {
    precondition(stride.nanoseconds >= 0, "time does not run backwards")
    let end = now.advanced(by: stride).nanoseconds
    while let work = next(until: end) { work.action() }
    lock.withLock { nanoseconds = Swift.max(nanoseconds, end) }
  }

  /// Runs everything that waits, moving the clock to each due time, until nothing is left. A repeating action that
  /// nobody cancels never ends.
  public func run() {
    while let work = next(until: .max) { work.action() }
  }

  private func next(until end: Int) -> Work? {
    lock.withLock {
      guard let work = waiting.last, work.due <= end else { return nil }
      nanoseconds = Swift.max(nanoseconds, work.due)
      return waiting.removeLast()
    }
  }

  fileprivate func add(_ due: Int, _ action: @escaping () -> Void) -> Int {
    lock.withLock {
      tickets += 1
      let work = Work(due: due, ticket: tickets, action: action)
      var (low, high) = (0, waiting.count)
      while low < high {
        let middle = (low + high) / 2
        if waiting[middle].isAfter(work) { low = middle + 1 } else { high = middle }
      }
      waiting.insert(work, at: low)
      return work.ticket
    }
  }

  fileprivate func remove(_ ticket: Int) {
    // The action may own what its release cancels: let go of it outside the lock (C37).
    let gone: Work? = lock.withLock {
      waiting.firstIndex { $0.ticket == ticket }.map { waiting.remove(at: $0) }
    }
    withExtendedLifetime(gone) {}
  }
}

/// One repeating action. Cancelling works from anywhere, also from inside the action (C96).
private final class Repeating: Cancellable {
  let time: VirtualTime
  let interval: Int
  let lock = Lock()
  // Under the lock.
  var action: (() -> Void)?
  var ticket: Int?

  init(_ time: VirtualTime, _ interval: Int, _ action: @escaping () -> Void) {
    self.time = time
    self.interval = interval
    self.action = action
  }

  func arm(_ due: Int) {
    let ticket = time.add(due) { self.fire(due) }
    let isTooLate = lock.withLock {
      self.ticket = ticket
      return action == nil
    }
    if isTooLate { time.remove(ticket) }
  }

  func fire(_ due: Int) {
    guard let action = lock.withLock({ action }) else { return }
    action()
    guard lock.withLock({ self.action != nil }) else { return }
    let (next, isTooFar) = due.addingReportingOverflow(interval)
    if !isTooFar { arm(next) }
  }

  func cancel() {
    let (ticket, action) = lock.withLock {
      defer { self.action = nil }
      return (self.ticket, self.action)
    }
    if let ticket { time.remove(ticket) }
    withExtendedLifetime(action) {}
  }
}
