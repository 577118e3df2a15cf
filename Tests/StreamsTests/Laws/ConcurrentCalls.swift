import Glibc
import Streams
import StreamsTesting
import Synchronization
import Testing

/// Takes values on any thread and checks that calls do not overlap, that no more comes than was asked for, and that
/// nothing comes after the end. Run it under ThreadSanitizer, which watches the plain fields.
private final class Watcher: Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = Oops

  private let inside = Atomic<Int>(0)
  private let asked = Atomic<Int>(0)
  private(set) var subscription: (any Subscription)?
  // For whoever is inside.
  private(set) var values: [Int] = []
  private(set) var ends = 0
  private(set) var faults: Set<String> = []

  /// Thousands are as good as everything here.
  static let everything = 1_000_000

  func request(_ demand: Subscribers.Demand) {
    asked.add(demand.max ?? Self.everything, ordering: .relaxed)
    subscription?.request(demand)
  }

  func receive(subscription: any Subscription) { self.subscription = subscription }

  func receive(_ value: Int) -> Subscribers.Demand {
    enter()
    defer { leave() }
    if ends > 0 { faults.insert("C40: a value after the end") }
    // What replaces a failure is -1.
    if let last = values.last, last >= value, value >= 0 { faults.insert("\(value) after \(last)") }
    values.append(value)
    if values.count > asked.load(ordering: .relaxed) { faults.insert("C13: not asked for") }
    guard values.count & 3 == 0 else { return .none }
    asked.add(1, ordering: .relaxed)
    return .max(1)
  }

  func receive(completion: Subscribers.Completion<Oops>) {
    enter()
    if ends > 0 { faults.insert("C40: a second end") }
    ends += 1
    leave()
  }

  private func enter() { if inside.add(1, ordering: .relaxed).newValue > 1 { faults.insert("C31: two at once") } }
  private func leave() { inside.subtract(1, ordering: .relaxed) }
}

/// Some milliseconds each: three threads do what they like with every operator of the table.
@Suite(.serialized) struct ConcurrentCallsTests {
  @Test("C31, C32: send, request and cancel from three threads", arguments: Row.all)
  func sendRequestAndCancel(row: Row) {
    for round in 0..<4 {
      let (subject, time) = (PassthroughSubject<Int, Oops>(), VirtualTime())
      weak var weakWatcher: Watcher?
      do {
        let watcher = Watcher()
        weakWatcher = watcher
        row.make(subject.eraseToAnyPublisher(), time).subscribe(watcher)
        time.advance(by: .nanoseconds(100))
        if round & 1 == 0 { watcher.request(.max(2)) }
        inThreads(3) { me in
          switch me {
          case 0:
            for value in 1...60 {
              subject.send(value)
              if value & 3 == 0 { time.advance(by: .nanoseconds(2)) }
            }
            if round > 1 {
              // A replacement is not one of the values that must rise.
              let finishes = round == 2 || row.failureTraps || !row.passesFailure
              subject.send(completion: finishes ? .finished : .failure(Oops()))
            }
            time.advance(by: .nanoseconds(100))
          case 1: for _ in 0..<30 { watcher.request(round == 3 ? .unlimited : .max(1)) }
          default:
            for _ in 0..<round * 8 { sched_yield() }
            watcher.subscription?.cancel()
            watcher.subscription?.cancel()
          }
        }
        time.advance(by: .nanoseconds(100))
        let count = watcher.values.count
        subject.send(99)
        watcher.request(.unlimited)
        time.advance(by: .nanoseconds(100))
        #expect(watcher.values.count == count, "C61")
        #expect(watcher.faults == [])
      }
      #expect(weakWatcher == nil, "C72, round \(round)")
    }
  }

  @Test("C21, C32: two threads ask a synchronous source for a few at a time", arguments: Row.all)
  func twoThreadsAsk(row: Row) {
    let (watcher, time) = (Watcher(), VirtualTime())
    let count = row.name.hasPrefix("zip") ? 150 : 400
    row.make(numbers(1...count), time).subscribe(watcher)
    time.advance(by: .nanoseconds(100))
    inThreads(3) { me in
      for _ in 0..<60 {
        if me == 2 { time.advance(by: .nanoseconds(3)) } else { watcher.request(.max(2)) }
      }
    }
    watcher.request(.unlimited)
    time.advance(by: .nanoseconds(1_000))
    #expect(watcher.faults == [])
    #expect(watcher.ends == 1)
    if row.shape != .later && (row.isLossless || row.shape == .once) {
      #expect(watcher.values == row.output(of: Array(1...count)))
    }
  }
}
