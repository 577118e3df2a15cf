import Glibc
import Streams
import StreamsTesting
import Synchronization
import Testing

/// Runs each body on a thread of its own and waits for all.
func together(_ bodies: [() -> Void]) {
  final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  let threads = bodies.map { body in
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      {
        Unmanaged<Box>.fromOpaque($0!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    precondition(status == 0)
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}

/// Counts what is delivered. A value is `number * 4 + sender`. The plain fields are plain on purpose: if two calls ever
/// overlap, ThreadSanitizer says so, and so does `overlaps`.
final class Tally: @unchecked Sendable {
  var count = 0
  var outOfOrder = 0
  private var last = [-1, -1, -1, -1]
  private let inside = Atomic<Int>(0)
  private let overlapCount = Atomic<Int>(0)
  var overlaps: Int { overlapCount.load(ordering: .relaxed) }

  func note(_ value: Int) {
    if inside.add(1, ordering: .relaxed).newValue != 1 { overlapCount.add(1, ordering: .relaxed) }
    count += 1
    if last[value & 3] >= value >> 2 { outOfOrder += 1 }
    last[value & 3] = value >> 2
    inside.subtract(1, ordering: .relaxed)
  }

  /// Delivered, overlapping, out of order.
  var result: [Int] { [count, overlaps, outOfOrder] }
}

/// Keeps demand at one or two at a time, from inside `receive` and from another thread.
private final class Asker: Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = Never
  let tally = Tally()
  let isDone = Atomic<Bool>(false)
  private var subscription: (any Subscription)?

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ value: Int) -> Subscribers.Demand {
    tally.note(value)
    if tally.count % 3 == 0 { subscription?.request(.max(1)) }
    return tally.count % 2 == 0 ? .max(1) : .none
  }
  func receive(completion: Subscribers.Completion<Never>) { isDone.store(true, ordering: .releasing) }
  func ask() {
    while !isDone.load(ordering: .acquiring) {
      subscription?.request(.max(1))
      sched_yield()
    }
  }
}

private typealias Sender = PassthroughSubject<Int, Never>
private let count = 2_000

private func sendAll(_ subject: Sender, as sender: Int) -> () -> Void {
  return { for number in 0..<count { subject.send(number * 4 + sender) } }
}

@Suite("the delivery rule")
struct DeliveryTests {
  // MARK: two threads at once: nothing lost, nothing overlaps, each sender's order kept

  @Test("two threads send into a subject")
  func twoThreadsIntoASubject() {
    let (subject, tally) = (Sender(), Tally())
    let token = subject.map { $0 }.sink { tally.note($0) }
    together([sendAll(subject, as: 0), sendAll(subject, as: 1)])
    withExtendedLifetime(token) {}
    #expect(tally.result == [2 * count, 0, 0])
  }

  @Test("two threads send into the sides of a merge")
  func twoThreadsIntoAMerge() {
    let (a, b, tally) = (Sender(), Sender(), Tally())
    let token = a.merge(with: b).sink { tally.note($0) }
    together([sendAll(a, as: 0), sendAll(b, as: 1)])
    withExtendedLifetime(token) {}
    #expect(tally.result == [2 * count, 0, 0])
  }

  @Test("two threads send into the sides of a zip")
  func twoThreadsIntoAZip() {
    let (a, b, tally) = (Sender(), Sender(), Tally())
    let token = a.zip(b).map { $0.0 >> 2 == $0.1 >> 2 ? $0.0 : -4 }.sink { tally.note($0) }
    together([sendAll(a, as: 0), sendAll(b, as: 1)])
    withExtendedLifetime(token) {}
    #expect(tally.result == [count, 0, 0])
  }

  @Test("two threads ask a merge of sequences for one at a time")
  func twoAskersOfAMerge() {
    let asker = Asker()
    (0..<count).publisher.map { $0 * 4 }.merge(with: (0..<count).publisher.map { $0 * 4 + 1 }).subscribe(asker)
    together([asker.ask, asker.ask])
    #expect(asker.tally.result == [2 * count, 0, 0])
  }

  @Test("two threads ask a zip of sequences for one at a time")
  func twoAskersOfAZip() {
    let asker = Asker()
    (0..<count).publisher.zip((0..<count).publisher).map { $0.0 * 4 }.subscribe(asker)
    together([asker.ask, asker.ask])
    #expect(asker.tally.result == [count, 0, 0])
  }

  @Test("a cancel from another thread stops a subject, a zip and a merge and releases what they hold")
  func cancelFromAnotherThread() {
    for round in 0..<60 {
      let (a, b) = (Sender(), Sender())
      weak var weakToken: Token?
      do {
        let token = Token()
        weakToken = token
        let stream =
          round % 3 == 0
          ? a.eraseToAnyPublisher()
          : round % 3 == 1
            ? a.merge(with: b).eraseToAnyPublisher()
            : a.zip(b).map { $0.0 }.eraseToAnyPublisher()
        let cancellable = stream.sink { _ in withExtendedLifetime(token) {} }
        let (first, second) = (a, b)
        together([
          { for number in 0..<50 { first.send(number) } },
          { for number in 0..<50 { second.send(number) } },
          {
            sched_yield()
            cancellable.cancel()
          },
        ])
      }
      #expect(weakToken == nil, "round \(round)")
    }
  }

  @Test("two subjects that send into each other from two threads do not deadlock, and lose nothing (C33)")
  func crossedSubjects() {
    let (a, b) = (Sender(), Sender())
    let tally = Atomic<Int>(0)
    let (first, second) = (a, b)
    // Each value below 1,000 that one subject delivers is sent on by the other, marked as the second of its kind.
    let tokens = [
      a.sink { value in
        tally.add(1, ordering: .relaxed)
        if value < 1_000 { second.send(value + 1_000) }
      },
      b.sink { value in
        tally.add(1, ordering: .relaxed)
        if value < 1_000 { first.send(value + 1_000) }
      },
    ]
    together([
      { for value in 0..<1_000 { first.send(value) } },
      { for value in 0..<1_000 { second.send(value) } },
    ])
    withExtendedLifetime(tokens) {}
    #expect(tally.load(ordering: .relaxed) == 4_000)
  }

  // MARK: on one thread, from inside a delivery

  @Test("a re-entrant send into a zip or a merge comes after the value under way, none is lost")
  func reentrantSend() {
    let (a, b) = (PassthroughSubject<Int, Oops>(), PassthroughSubject<Int, Oops>())
    let zipped = Recorder<Int, Oops>(demand: .unlimited)
    zipped.onValue = { _, value in
      if value == 11 {
        a.send(2)
        b.send(20)
      }
      return .none
    }
    a.zip(b).map { $0.0 + $0.1 }.subscribe(zipped)
    a.send(1)
    b.send(10)
    #expect(zipped.values == [11, 22])
    #expect(zipped.violations == [])

    let merged = Recorder<Int, Oops>(demand: .unlimited)
    merged.onValue = { _, value in
      if value < 3 { b.send(value + 1) }
      return .none
    }
    a.merge(with: b).subscribe(merged)
    a.send(1)
    #expect(merged.values == [1, 2, 3])
    #expect(merged.violations == [])
    a.send(completion: .finished)
    b.send(completion: .finished)
  }

  @Test("a re-entrant send reaches a subject's subscribers in the order it was sent (C34, C35)")
  func reentrantSendIntoASubject() {
    let subject = PassthroughSubject<Int, Oops>()
    let recorders = (0..<4).map { _ in Recorder<Int, Oops>(demand: .unlimited) }
    for recorder in recorders {
      recorder.allowsNesting = true
      subject.subscribe(recorder)
    }
    var log: [String] = []
    recorders[1].onValue = { recorder, value in
      if value == 1 {
        subject.send(2)
        log.append("after \(recorder.values)")
      }
      return .none
    }
    recorders[3].onValue = { _, value in
      if value == 2 { subject.send(3) }
      return .none
    }
    subject.send(1)
    subject.send(4)
    for recorder in recorders {
      #expect(recorder.values == [1, 2, 3, 4])
      #expect(recorder.violations == [])
    }
    // Who sends has its own value before the call returns: nested, not queued.
    #expect(log == ["after [1, 2]"])
    subject.send(completion: .finished)
  }

  @Test("a re-entrant request counts once in a subject, a zip and a merge")
  func reentrantRequest() {
    let (a, b) = (PassthroughSubject<Int, Oops>(), PassthroughSubject<Int, Oops>())
    let streams: [(AnyPublisher<Int, Oops>, () -> Void)] = [
      (a.eraseToAnyPublisher(), { a.send(0) }),
      (a.merge(with: b).eraseToAnyPublisher(), { a.send(0) }),
      (
        a.zip(b).map { $0.0 }.eraseToAnyPublisher(),
        {
          a.send(0)
          b.send(0)
        }
      ),
    ]
    for (stream, send) in streams {
      let recorder = Recorder<Int, Oops>(demand: .max(1))
      recorder.onValue = { recorder, _ in
        if recorder.values.count < 3 { recorder.request(.max(1)) }
        return .none
      }
      stream.subscribe(recorder)
      for _ in 0..<6 { send() }
      #expect(recorder.values.count == 3)
      #expect(recorder.violations == [])
      recorder.cancel()
    }
  }

  @Test("a cancel inside receive stops a subject, a zip and a merge at once (C61)")
  func cancelInsideReceive() {
    let (a, b) = (PassthroughSubject<Int, Oops>(), PassthroughSubject<Int, Oops>())
    for stream in [
      a.eraseToAnyPublisher(), a.merge(with: b).eraseToAnyPublisher(), a.zip(b).map { $0.0 }.eraseToAnyPublisher(),
    ] {
      let recorder = Recorder<Int, Oops>(demand: .unlimited)
      recorder.onValue = { recorder, _ in
        recorder.cancel()
        a.send(8)
        return .max(1)
      }
      stream.subscribe(recorder)
      for value in 1...3 {
        a.send(value)
        b.send(value)
      }
      #expect(recorder.values.count == 1)
      #expect(recorder.violations == [])
    }
  }

  // MARK: waiting

  @Test("a sender that waits for another thread's delivery uses no CPU (C33)")
  func aBlockedSenderSleeps() {
    let subject = Sender()
    let isInside = Atomic<Bool>(false)
    let isWaiting = Atomic<Bool>(false)
    let order = Atomic<Int>(0)
    // The subscriber holds the first value until the second thread has been sending for a while.
    let token = subject.sink { value in
      guard value == 0 else { return }
      isInside.store(true, ordering: .releasing)
      while !isWaiting.load(ordering: .acquiring) { sched_yield() }
      usleep(200_000)  // the time the second thread has to show that it sleeps
      order.store(1, ordering: .releasing)
    }
    let shared = subject
    nonisolated(unsafe) var used = 0.0
    nonisolated(unsafe) var seen = 0
    together([
      { shared.send(0) },
      {
        while !isInside.load(ordering: .acquiring) { sched_yield() }
        isWaiting.store(true, ordering: .releasing)
        let before = threadCPUTime()
        shared.send(4)
        used = threadCPUTime() - before
        seen = order.load(ordering: .acquiring)
      },
    ])
    withExtendedLifetime(token) {}
    #expect(seen == 1, "the second send returned before its turn")
    #expect(used < 0.02, "the waiting thread used \(used) s of CPU in 0.2 s")
  }
}

/// Seconds of CPU this thread has used.
private func threadCPUTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
