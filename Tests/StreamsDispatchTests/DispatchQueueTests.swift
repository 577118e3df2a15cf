import Dispatch
import Streams
import StreamsDispatch
import Testing

/// How long a test waits for what must come: for ever, on a machine that works.
var patience: DispatchTime { .now() + .seconds(120) }

/// What work on queues noted, in order. Read it when the work is done.
final class Notes<Value>: @unchecked Sendable {
  private let lock = DispatchQueue(label: "notes")
  private var values: [Value] = []
  private let enough = DispatchSemaphore(value: 0)
  private let wanted: Int

  /// `wait` returns once so many were added.
  init(_ wanted: Int = .max) { self.wanted = wanted }

  func add(_ value: Value) {
    nonisolated(unsafe) let value = value
    lock.sync {
      values.append(value)
      if values.count == wanted { enough.signal() }
    }
  }
  var all: [Value] { lock.sync { values } }
  func wait() -> Bool { enough.wait(timeout: patience) == .success }
}

/// Waits until all that was put into the queue before has run.
func settle(_ queue: DispatchQueue) { queue.sync(flags: .barrier) {} }

/// Dies with the last closure that keeps it.
final class Canary: Sendable {}

@Suite struct DispatchQueueTests {
  let queue = DispatchQueue(label: "test")

  @Test func workRunsOnTheQueueInOrder() {  // row 116, C93
    let key = DispatchSpecificKey<Int>()
    queue.setSpecific(key: key, value: 7)
    let seen = Notes<Int>(1000)
    for i in 0..<1000 { queue.schedule { if DispatchQueue.getSpecific(key: key) == 7 { seen.add(i) } } }
    #expect(seen.wait())
    #expect(seen.all == Array(0..<1000))
  }

  @Test func workNeverRunsWithinTheCallThatSchedulesIt() {
    queue.sync {
      nonisolated(unsafe) var hasRun = false
      queue.schedule { hasRun = true }
      queue.schedule(after: queue.now.advanced(by: -1)) { hasRun = true }
      #expect(!hasRun)
    }
    settle(queue)
  }

  @Test func delayedWorkRunsOnTheQueueAndNotEarly() {
    let key = DispatchSpecificKey<Int>()
    queue.setSpecific(key: key, value: 7)
    let late = Notes<(Int, Bool)>(20)
    for i in 0..<20 {
      let due = queue.now.advanced(by: .microseconds(i * 737))
      queue.schedule(after: due) { [queue] in
        late.add((DispatchQueue.getSpecific(key: key) ?? 0, queue.now >= due))
      }
    }
    #expect(late.wait())
    #expect(late.all.allSatisfy { $0 == 7 && $1 })
  }

  @Test func workThatIsOverdueRunsAtOnce() {
    let seen = Notes<Int>(2)
    queue.schedule(after: queue.now.advanced(by: .seconds(-1000))) { seen.add(1) }
    queue.schedule(after: .init(DispatchTime(uptimeNanoseconds: 1))) { seen.add(2) }
    #expect(seen.wait())
  }

  @Test func workInTheDistantFutureIsDropped() {
    weak var canary: Canary?
    do {
      let kept = Canary()
      canary = kept
      queue.schedule(after: .init(.distantFuture)) { withExtendedLifetime(kept) {} }
      queue.schedule(after: queue.now.advanced(by: .seconds(Double.infinity))) { withExtendedLifetime(kept) {} }
    }
    #expect(canary == nil)
  }

  @Test func aSuspendedQueueHoldsTheWork() {
    let seen = Notes<Int>(3)
    queue.suspend()
    queue.schedule { seen.add(1) }
    queue.schedule(after: queue.now) { seen.add(2) }
    let token = queue.schedule(after: queue.now, interval: .seconds(1000)) { seen.add(3) }
    #expect(seen.all == [])
    queue.resume()
    #expect(seen.wait())
    #expect(Set(seen.all) == [1, 2, 3])
    token.cancel()
  }

  @Test func itsClockIsTheUptime() {
    let before = DispatchTime.now()
    let now = queue.now.dispatchTime
    #expect(before <= now && now <= .now())
    #expect(queue.minimumTolerance == 0)
  }

  @Test func valuesKeepTheirOrderOnAConcurrentQueue() {  // C93
    let crowd = DispatchQueue(label: "crowd", attributes: .concurrent)
    let seen = Notes<Int>(2000)
    let token = (0..<2000).publisher.receive(on: crowd).sink { seen.add($0) }
    #expect(seen.wait())
    #expect(seen.all == Array(0..<2000))
    token.cancel()
  }

  @Test func streamsOnOneQueueKeepTheOrderAmongThem() {  // C93, also when values share an action
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let seen = Notes<Int>()
    let tokens = [a, b].map { $0.receive(on: queue).sink { seen.add($0) } }
    for i in 0..<300 { (i % 3 == 1 ? b : a).send(i) }
    queue.sync {}
    #expect(seen.all == Array(0..<300))
    for token in tokens { token.cancel() }
  }

  @Test func soDoStreamsOnTheMainQueueThoughItIsANewObjectEachTime() async {  // C93
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let seen = Notes<Int>()
    let tokens = [a, b].map { $0.receive(on: DispatchQueue.main).sink { seen.add($0) } }
    for i in 0..<300 { (i % 3 == 1 ? b : a).send(i) }
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(seen.all == Array(0..<300))
    for token in tokens { token.cancel() }
  }

  @Test func whatWasSentBeforeHasRunWhenTheQueueGetsToASync() {
    let (subject, seen) = (PassthroughSubject<Int, Never>(), Notes<Int>())
    let token = subject.receive(on: queue).sink { seen.add($0) }
    for i in 0..<1000 { subject.send(i) }
    queue.sync {}
    #expect(seen.all.count == 1000)
    token.cancel()
  }

  @Test func FG18_debounceDeliversOnlyTheLastOfABurst() {  // row 82
    let subject = PassthroughSubject<Int, Never>()
    let seen = Notes<(Int, Bool)>(1)
    let start = queue.now
    let token = subject.debounce(for: 0.5, scheduler: queue).sink { [queue] in
      seen.add(($0, start.distance(to: queue.now) >= 0.5))
    }
    queue.suspend()
    for i in 0...10 { subject.send(i) }
    queue.resume()
    #expect(seen.wait())
    #expect(seen.all.map(\.0) == [10])
    #expect(seen.all.allSatisfy { $1 })
    token.cancel()
  }

  @Test func theMainQueueIsAScheduler() async {
    // The test runner serves the main queue.
    await withCheckedContinuation { done in DispatchQueue.main.schedule { done.resume() } }
    await withCheckedContinuation { done in
      DispatchQueue.main.schedule(after: DispatchQueue.main.now.advanced(by: .milliseconds(1))) { done.resume() }
    }
  }
}
