import Glibc
import Streams
import StreamsTesting
import Synchronization
import Testing

/// A scheduler whose work any number of threads run at once, in no order that anyone could rely on. Time stands still,
/// so what is scheduled for later runs at once as well; a repeating action runs when `ring` is called.
final class Pool: Scheduler, @unchecked Sendable {
  typealias SchedulerTimeType = VirtualTime.SchedulerTimeType
  typealias SchedulerOptions = Never

  final class Timer: Cancellable, @unchecked Sendable {
    let lock = Lock()
    /// Under the lock.
    var action: (() -> Void)?
    init(_ action: @escaping () -> Void) { self.action = action }
    func ring() { lock.withLock { action }?() }
    func cancel() {
      let gone = lock.withLock {
        defer { action = nil }
        return action
      }
      withExtendedLifetime(gone) {}
    }
  }

  private let lock = Lock()
  // Under the lock.
  private var work: [() -> Void] = []
  private var timer: Timer?
  private let tally: _Tally?

  init(joins: Bool = false) { tally = joins ? _Tally() : nil }

  func _tally(_ options: Never?) -> _Tally? { tally }

  var now: SchedulerTimeType { .init(nanoseconds: 0) }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    lock.withLock { work.append(action) }
    tally?.add()
  }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    schedule(options: options, action)
  }
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let new = Timer(action)
    let old = lock.withLock {
      defer { timer = new }
      return timer
    }
    withExtendedLifetime(old) {}
    return new
  }

  /// Runs one piece of work, the oldest or the newest. False if there is none.
  @discardableResult func run(newest: Bool) -> Bool {
    let action = lock.withLock { work.isEmpty ? nil : newest ? work.removeLast() : work.removeFirst() }
    action?()
    return action != nil
  }

  func ring() { lock.withLock { timer }?.ring() }
}

/// Plain fields on purpose: ThreadSanitizer sees an overlap.
private final class Ordered: @unchecked Sendable {
  private(set) var count = 0
  private(set) var newest = 0
  private(set) var outOfOrder = 0
  private(set) var ends = 0
  let isDone = Atomic<Bool>(false)

  func take(_ value: Int) {
    count += 1
    if value <= newest { outOfOrder += 1 }
    newest = value
  }
  func end() {
    ends += 1
    isDone.store(true, ordering: .releasing)
  }
}

/// Order on schedulers that keep none. Run it under ThreadSanitizer.
@Suite(.serialized) struct ConcurrentSchedulerTests {
  typealias Source = PassthroughSubject<Int, Never>

  struct Shape: Sendable, CustomTestStringConvertible {
    let name: String
    var isLossless = true
    /// Whether values may share an action.
    var joins = false
    let make: @Sendable (Source, Pool) -> AnyPublisher<[Int], Never>
    var testDescription: String { name }
    init(
      _ name: String, isLossless: Bool = true, joins: Bool = false,
      make: @escaping @Sendable (Source, Pool) -> AnyPublisher<[Int], Never>
    ) {
      self.name = name
      self.isLossless = isLossless
      self.joins = joins
      self.make = make
    }
  }

  static let shapes = [
    Shape("receive(on:)") { a, pool in a.receive(on: pool).map { [$0] }.eraseToAnyPublisher() },
    Shape("receive(on:), joined", joins: true) { a, pool in
      a.receive(on: pool).map { [$0] }.eraseToAnyPublisher()
    },
    Shape("delay") { a, pool in a.delay(for: 1, scheduler: pool).map { [$0] }.eraseToAnyPublisher() },
    Shape("timeout") { a, pool in a.timeout(1, scheduler: pool).map { [$0] }.eraseToAnyPublisher() },
    Shape("throttle", isLossless: false) { a, pool in
      a.throttle(for: 0, scheduler: pool, latest: true).map { [$0] }.eraseToAnyPublisher()
    },
    Shape("debounce", isLossless: false) { a, pool in
      a.debounce(for: 1, scheduler: pool).map { [$0] }.eraseToAnyPublisher()
    },
    Shape("collect by time and count") { a, pool in
      a.collect(.byTimeOrCount(pool, 1, 3)).eraseToAnyPublisher()
    },
  ]

  @Test(arguments: shapes)
  func orderIsKeptAndTheEndComesLast(shape: Shape) {  // C31, C93
    let n = 2_000
    let (source, pool, tally) = (Source(), Pool(joins: shape.joins), Ordered())
    let token = shape.make(source, pool)
      .sink(receiveCompletion: { _ in tally.end() }, receiveValue: { $0.forEach(tally.take) })
    inThreads(4) { me in
      if me == 0 {
        for value in 1...n {
          source.send(value)
          if shape.name != "timeout" && value % 7 == 0 { pool.ring() }
        }
        return source.send(completion: .finished)
      }
      var turns = 0
      while !tally.isDone.load(ordering: .acquiring) {
        turns += 1
        if !pool.run(newest: turns % me == 0) { sched_yield() }
      }
    }
    while pool.run(newest: false) {}
    #expect(tally.outOfOrder == 0)
    #expect(tally.ends == 1)
    if shape.isLossless { #expect(tally.count == n) } else { #expect(tally.count > 0) }
    withExtendedLifetime(token) {}
  }

  @Test(arguments: shapes)
  func cancelMayComeFromAnyThread(shape: Shape) {  // C60, C72
    var leaks = 0
    for _ in 0..<100 {
      weak var weakTally: Ordered?
      let (source, pool) = (Source(), Pool(joins: shape.joins))
      do {
        let tally = Ordered()
        weakTally = tally
        let token = shape.make(source, pool)
          .sink(receiveCompletion: { _ in tally.end() }, receiveValue: { $0.forEach(tally.take) })
        inThreads(3) { me in
          switch me {
          case 0: for value in 1...20 { source.send(value) }
          case 1: for turn in 0..<20 { pool.run(newest: turn % 2 == 0) }
          default:
            pool.ring()
            token.cancel()
          }
        }
        while pool.run(newest: false) {}
        #expect(tally.outOfOrder == 0)
      }
      if weakTally != nil { leaks += 1 }
    }
    #expect(leaks == 0)
  }
}
