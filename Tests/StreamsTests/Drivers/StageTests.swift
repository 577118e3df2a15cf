import Streams
import StreamsTesting
import Synchronization
import Testing

/// What holds for every operator whose driver has a turn.
@Suite struct StageTests {
  final class Parcel: Sendable {}
  typealias Source = Probe<Parcel, Never>

  /// An operator in which a value of its two sources waits.
  struct Shape: Sendable, CustomTestStringConvertible {
    let name: String
    var demand = Subscribers.Demand.none
    let make: @Sendable (Source, Source, VirtualTime) -> AnyPublisher<Parcel, Never>
    let fill: @Sendable (Source, Source) -> Void
    var testDescription: String { name }
  }

  static let shapes = [
    Shape(
      name: "zip", demand: .unlimited, make: { a, b, _ in a.zip(b).map { $0.0 }.eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<20 { a.send(Parcel()) } }),
    Shape(
      name: "zip of three", demand: .unlimited,
      make: { a, b, _ in a.zip(b, Empty<Parcel, Never>(completeImmediately: false)).map { $0.0 }.eraseToAnyPublisher()
      },
      fill: { a, b in for _ in 0..<20 { _ = (a.send(Parcel()), b.send(Parcel())) } }),
    Shape(
      name: "merge", make: { a, b, _ in a.merge(with: b).eraseToAnyPublisher() },
      fill: { a, b in _ = (a.send(Parcel()), b.send(Parcel())) }),
    Shape(
      name: "combineLatest", demand: .unlimited,
      make: { a, b, _ in a.combineLatest(b).map { $0.0 }.eraseToAnyPublisher() },
      fill: { a, _ in a.send(Parcel()) }),
    Shape(
      name: "flatMap", make: { a, b, _ in a.flatMap { _ in b }.eraseToAnyPublisher() },
      fill: { a, b in
        a.send(Parcel())
        b.send(Parcel())
      }),
    Shape(
      name: "flatMap of Just", make: { a, _, _ in a.flatMap { Just($0) }.eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<20 { a.send(Parcel()) } }),
    Shape(
      name: "buffer, byRequest",
      make: { a, _, _ in a.buffer(size: 20, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<20 { a.send(Parcel()) } }),
    Shape(
      name: "buffer, keepFull",
      make: { a, _, _ in a.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<3 { a.send(Parcel()) } }),
    Shape(
      name: "append", make: { a, b, _ in a.append(b).eraseToAnyPublisher() }, fill: { a, _ in a.finish() }),
    Shape(
      name: "switchToLatest", make: { a, b, _ in a.map { _ in b }.switchToLatest().eraseToAnyPublisher() },
      fill: { a, _ in a.send(Parcel()) }),
    Shape(
      name: "receive(on:)", demand: .unlimited, make: { a, _, time in a.receive(on: time).eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<20 { a.send(Parcel()) } }),
    Shape(
      name: "delay", demand: .unlimited,
      make: { a, _, time in a.delay(for: .seconds(1), scheduler: time).eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<20 { a.send(Parcel()) } }),
    Shape(
      name: "timeout", demand: .unlimited,
      make: { a, _, time in a.timeout(.seconds(1), scheduler: time).eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<20 { a.send(Parcel()) } }),
    Shape(
      name: "throttle", demand: .unlimited,
      make: { a, _, time in a.throttle(for: .seconds(1), scheduler: time, latest: true).eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<20 { a.send(Parcel()) } }),
    Shape(
      name: "collect, byTime", demand: .unlimited,
      make: { a, _, time in a.collect(.byTime(time, .seconds(1))).map { $0[0] }.eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<20 { a.send(Parcel()) } }),
    Shape(
      name: "debounce", demand: .unlimited,
      make: { a, _, time in a.debounce(for: .seconds(1), scheduler: time).eraseToAnyPublisher() },
      fill: { a, _ in for _ in 0..<20 { a.send(Parcel()) } }),
  ]

  /// Lets values wait in the operator, then lets go of both its ends without cancelling.
  @Test(arguments: shapes, [true, false])
  func droppedWhileValuesWaitItLeavesNothingBehind(shape: Shape, dropsBelowFirst: Bool) {  // C71, C72
    final class Counting: Subscriber {
      typealias Input = Parcel
      typealias Failure = Never
      let demand: Subscribers.Demand
      var subscription: (any Subscription)?
      init(_ demand: Subscribers.Demand) { self.demand = demand }
      func receive(subscription: any Subscription) {
        self.subscription = subscription
        if demand != .none { subscription.request(demand) }
      }
      func receive(_ input: Parcel) -> Subscribers.Demand { .none }
      func receive(completion: Subscribers.Completion<Never>) {}
    }
    weak var subscriber: Counting?
    weak var subscription: AnyObject?
    let time = VirtualTime()
    let (a, b) = (Source(), Source())
    var held: [Parcel] = []
    do {
      let counting = Counting(shape.demand)
      subscriber = counting
      shape.make(a, b, time).subscribe(counting)
      shape.fill(a, b)
      let last = Parcel()
      held = [last]
      subscription = counting.subscription as AnyObject
      if dropsBelowFirst { counting.subscription = nil }
      #expect(subscriber != nil)
    }
    a.dropSubscribers()
    b.dropSubscribers()
    subscriber?.subscription = nil
    time.run()
    #expect(subscriber == nil)
    #expect(subscription == nil)
    #expect(held.count == 1)
  }

  @Test func aSubscriptionMayBeDroppedWhileTheStreamEndsOrIsCancelled() {  // C60, C72
    final class Holding: Subscriber, @unchecked Sendable {
      typealias Input = Int
      typealias Failure = Never
      let subscription = Mutex<(any Subscription & Sendable)?>(nil)
      func receive(subscription: any Subscription) {
        self.subscription.withLock { $0 = Wrapped(subscription) }
        subscription.request(.max(3))
      }
      func receive(_ input: Int) -> Subscribers.Demand { .none }
      func receive(completion: Subscribers.Completion<Never>) {}
    }
    final class Wrapped: Subscription, @unchecked Sendable {
      let inner: any Subscription
      init(_ inner: any Subscription) { self.inner = inner }
      func request(_ demand: Subscribers.Demand) { inner.request(demand) }
      func cancel() { inner.cancel() }
    }
    let meeting = Meeting(2)
    let rounds = 1_000
    var subject = PassthroughSubject<Int, Never>()
    var holding: Holding? = Holding()
    weak var watched: Holding?
    var leaks = 0
    func start() {
      subject = PassthroughSubject()
      holding = Holding()
      watched = holding
      subject.buffer(size: 8, prefetch: .byRequest, whenFull: .dropNewest).subscribe(holding!)
    }
    start()
    inThreads(2) { me in
      for round in 0..<rounds {
        meeting.wait()
        if me == 0 {
          for i in 0..<4 { subject.send(i) }
          subject.send(completion: .finished)
        } else if round & 1 == 0 {
          holding!.subscription.withLock { $0 = nil }
        } else {
          holding!.subscription.withLock { $0 }?.cancel()
        }
        meeting.wait()
        guard me == 0 else { continue }
        // Dropped or cancelled while a value waited: the subject is over and holds nothing, and nor does anyone else.
        holding!.subscription.withLock { $0 = nil }
        holding = nil
        if watched != nil { leaks += 1 }
        start()
      }
    }
    holding?.subscription.withLock { $0 }?.cancel()
    #expect(leaks == 0)
  }

  @Test func aHundredThousandStreamsThatNeverEndAreReleasedWithAFlatStack() {  // C72, RS 3.3
    let isReleased = Atomic(false)
    onASmallStack {
      let source = Probe<Int, Never>()
      let never = AnySubscriber<Int, Never>(receiveSubscription: { $0.request(.unlimited) })
      source.flatMap { _ in Empty<Int, Never>(completeImmediately: false) }.subscribe(never)
      for i in 0..<100_000 { source.send(i) }
      source.dropSubscribers()
      isReleased.store(source.subscriberCount == 0, ordering: .relaxed)
    }
    let isDone = isReleased.load(ordering: .relaxed)
    #expect(isDone)
  }

  static let late = Row.stateful.filter { row in
    [
      "zip", "combineLatest", "merge", "prefix(until", "drop(until", "flatMap", "switchToLatest", "append", "prepend",
      "catch", "tryCatch", "retry", "buffer", "debounce",
    ].contains { row.name.hasPrefix($0) } || row.shape == .later
  }

  @Test(arguments: late.filter { $0.early == .drop })
  func aValueBeforeTheSubscriptionIsDropped(row: Row) {  // C10
    let bench = LawBench(row, demand: .unlimited, isLate: true, keepsLaw: false)
    bench.subscribe()
    bench.send(1)
    #expect(bench.recorder.values == [])
    bench.probe.begin()
    bench.send(2)
    #expect(bench.recorder.values == [2])
    #expect(bench.recorder.violations == [])
    bench.recorder.cancel()
    bench.send(3)
    #expect(bench.recorder.violations == [])
  }

  @Test(arguments: late) func aValueAfterTheEndIsDropped(row: Row) {  // C44
    let bench = LawBench(row, demand: .unlimited, keepsLaw: false)
    bench.subscribe()
    bench.send(1)
    bench.fail()
    bench.send(2)
    bench.finish()
    #expect(bench.recorder.values.filter { $0 > 0 } == [1])
    #expect(bench.recorder.violations == [])
  }

  @Test func whatIsAskedForEarlyIsAskedWhenTheSubscriptionComes() {  // C5
    let (a, b) = (Probe<Int, Broken>(isLate: true), Probe<Int, Broken>(isLate: true))
    let recorder = Recorder<Int, Broken>()
    a.merge(with: b).subscribe(recorder)
    a.begin()
    #expect(a.asked == [.request(.max(1))])
    recorder.request(.unlimited)
    b.begin()
    #expect(b.asked == [.request(.unlimited)])

    let (first, second) = (Probe<Int, Broken>(), Probe<Int, Broken>(isLate: true))
    let next = Recorder<Int, Broken>(demand: .max(2))
    first.append(second).subscribe(next)
    first.send(1)
    first.finish()
    next.request(.max(4))
    #expect(second.asked == [])
    second.begin()
    #expect(second.asked == [.request(.max(5))])

    let outer = PassthroughSubject<Probe<Int, Broken>, Broken>()
    let inner = Probe<Int, Broken>(isLate: true)
    let last = Recorder<Int, Broken>(demand: .max(2))
    outer.switchToLatest().subscribe(last)
    outer.send(inner)
    last.request(.max(1))
    inner.begin()
    #expect(inner.asked == [.request(.max(3))])
    for recorder in [recorder, next, last] { recorder.cancel() }
  }

  // MARK: demand of zero, and values nobody asked for

  @Test func askingForNothingIsAcceptedAndGoesNoFurther() {  // C15
    let rows: [(Probe<Int, Broken>) -> AnyPublisher<Int, Broken>] = [
      { $0.merge(with: Empty<Int, Broken>(completeImmediately: false)).eraseToAnyPublisher() },
      {
        $0.combineLatest(Empty<Int, Broken>(completeImmediately: false)).map { $0.0 }.eraseToAnyPublisher()
      },
      { $0.append(1).eraseToAnyPublisher() }, { $0.retry(1).eraseToAnyPublisher() },
      { $0.buffer(size: 0, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher() },
      { $0.receive(on: VirtualTime()).eraseToAnyPublisher() },
    ]
    for row in rows {
      let probe = Probe<Int, Broken>()
      let recorder = Recorder<Int, Broken>()
      row(probe).subscribe(recorder)
      let before = probe.asked
      recorder.request(.none)
      #expect(probe.asked == before)
      #expect(!probe.asked.contains(.request(.none)))
      recorder.cancel()
    }
  }

  @Test func askingForNothingTraps() async {  // C15
    await #expect(processExitsWith: .failure) {
      let recorder = Recorder<(Int, Int), Never>()
      Probe<Int, Never>().zip(Probe<Int, Never>()).subscribe(recorder)
      recorder.request(.none)
    }
    await #expect(processExitsWith: .failure) {
      let recorder = Recorder<Int, Never>()
      Probe<Int, Never>().flatMap { Just($0) }.subscribe(recorder)
      recorder.request(.none)
    }
    await #expect(processExitsWith: .failure) {
      let recorder = Recorder<Int, Never>()
      Probe<Just<Int>, Never>().switchToLatest().subscribe(recorder)
      recorder.request(.none)
    }
    await #expect(processExitsWith: .failure) {
      let recorder = Recorder<Int, Never>()
      Probe<Int, Broken>().catch { _ in Just(0) }.subscribe(recorder)
      recorder.request(.none)
    }
  }

  @Test func aValueNobodyAskedForTraps() async {  // C20
    await #expect(processExitsWith: .failure) {
      let probe = Probe<Int, Broken>(keepsLaw: false)
      probe.catch { _ in Just(0) }.subscribe(Recorder<Int, Never>(demand: .max(1)))
      probe.send(1)
      probe.send(2)
    }
    await #expect(processExitsWith: .failure) {
      let probe = Probe<Int, Broken>(keepsLaw: false)
      probe.retry(1).subscribe(Recorder<Int, Broken>())
      probe.send(1)
    }
    await #expect(processExitsWith: .failure) {
      let (outer, inner) = (Probe<Probe<Int, Never>, Never>(), Probe<Int, Never>(keepsLaw: false))
      outer.switchToLatest().subscribe(Recorder<Int, Never>())
      outer.send(inner)
      inner.send(1)
    }
  }

  @Test func aValueNobodyAskedForWaitsWhereThereIsABufferAndAppendDropsIt() {  // C20
    let probe = Probe<Int, Broken>(keepsLaw: false)
    let other = Probe<Int, Broken>()
    let merged = Recorder<Int, Broken>()
    probe.merge(with: other).subscribe(merged)
    for i in 1...3 { probe.send(i) }
    merged.request(.max(5))
    #expect(merged.values == [1, 2, 3])
    #expect(merged.violations == [])
    merged.cancel()

    let bad = Probe<Int, Broken>(keepsLaw: false)
    let appended = Recorder<Int, Broken>()
    bad.append(9).subscribe(appended)
    bad.send(1)
    appended.request(.max(2))
    bad.send(2)
    bad.finish()
    #expect(appended.values == [2, 9])
    #expect(appended.violations == [])
  }
}
