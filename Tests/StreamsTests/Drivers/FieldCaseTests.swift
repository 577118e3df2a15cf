import Glibc
import Streams
import StreamsTesting
import Synchronization
import Testing

/// Faults that users of libraries like this one have met, in the operators whose drivers have a turn.
@Suite struct FieldCaseTests {
  typealias Source = Probe<Int, Broken>
  typealias Watcher = Recorder<Int, Broken>

  @Test func FA12_aChildsCancelMayFailTheOuterStreamAgain() {  // C36
    let outer = Source(keepsLaw: false)
    let inner = Source()
    let recorder = Watcher(demand: .unlimited)
    outer.flatMap { _ in inner.handleEvents(receiveCancel: { outer.fail(.there) }) }.subscribe(recorder)
    outer.send(1)
    outer.fail(.here)
    #expect(recorder.failure == .here)
    #expect(recorder.violations == [])
    #expect(inner.cancelCount == 1)
    outer.dropSubscribers()
  }

  @Test func FA16_aValueMayBeSentToTheSubjectBehindTheScheduler() {  // C34, C93
    let subject = CurrentValueSubject<Int, Never>(0)
    let time = VirtualTime()
    var seen: [Int] = []
    let token = subject.receive(on: time).sink {
      seen.append($0)
      if $0 < 1_000 { subject.send($0 + 1) }
    }
    time.run()
    #expect(seen == Array(0...1_000))
    withExtendedLifetime(token) {}
  }

  @Test func FB5_aValueThatCrossesACancelIsDropped() {  // C61
    for _ in 0..<40 {
      let subject = PassthroughSubject<Int, Never>()
      var count = 0
      let isUnderWay = Atomic(false)
      let token = subject.flatMap { Just($0) }.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest)
        .merge(with: Empty<Int, Never>(completeImmediately: false)).prefix(1_000_000)
        .sink { _ in
          count += 1
          if count == 50 { isUnderWay.store(true, ordering: .releasing) }
        }
      inThreads(2) { me in
        if me == 0 { return (0..<2_000).forEach { subject.send($0) } }
        while !isUnderWay.load(ordering: .acquiring) { sched_yield() }
        token.cancel()
      }
      let before = count
      subject.send(-1)
      #expect(count == before)
    }
  }

  @Test func FC2_flatMapAsksItsStreamsForEverythingIfThatIsAskedOfIt() {  // row 27
    let children = [Source(), Source()]
    let recorder = Watcher(demand: .unlimited)
    (0..<2).publisher.setFailureType(to: Broken.self).flatMap { children[$0] }.subscribe(recorder)
    children[0].send(1)
    children[1].send(2)
    #expect(children.map(\.asked) == [[.request(.unlimited)], [.request(.unlimited)]])
    #expect(recorder.values == [1, 2])
    recorder.cancel()
  }

  @Test func FC4_flatMapTakesNoMoreOfAnEndlessStreamThanMayRun() {  // row 27
    var made = 0
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    (0...).publisher.flatMap(maxPublishers: .max(4)) { _ in
      made += 1
      return Empty<Int, Never>(completeImmediately: false)
    }.subscribe(recorder)
    #expect(made == 4)
    recorder.cancel()
  }

  @Test func FC6_combineLatestAsksAgainForValuesThatMakeNoPair() {  // C23, row 73
    let (a, b) = (Source(), Source())
    let recorder = Recorder<(Int, Int), Broken>(demand: .max(1))
    a.combineLatest(b).subscribe(recorder)
    for i in 1...1_000 { #expect(a.send(i) == .max(1)) }
    b.send(7)
    #expect(recorder.values.count == 1)
    #expect(recorder.values.first.map { $0 == (1_000, 7) } == true)
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test func FC12_mergeFailsWithoutDemand() {  // C46
    let (a, b) = (Source(), Source())
    let recorder = Watcher()
    a.merge(with: b).subscribe(recorder)
    b.send(1)
    a.fail(.here)
    #expect(recorder.failure == .here)
    #expect(recorder.values == [])
    #expect(b.asked == [.request(.max(1)), .cancel])
  }

  @Test(arguments: [0, 1]) func FC18_aSmallBufferKeepsItsBoundUnderBursts(size: Int) {  // row 87
    for prefetch in [Publishers.PrefetchStrategy.keepFull, .byRequest] {
      let source = Source(keepsLaw: false)
      let recorder = Watcher()
      source.buffer(size: size, prefetch: prefetch, whenFull: .dropOldest).subscribe(recorder)
      for burst in 1...10 {
        for i in 0..<10 { source.send(10 * burst + i) }
        recorder.request(.max(1))
        #expect(recorder.values.count == size * burst)
        #expect(size == 0 || recorder.values.last == 10 * burst + 9)
        if size == 0 { recorder.cancel() }
        if size == 0 { break }
      }
      #expect(recorder.violations == [])
      recorder.cancel()
    }
  }

  @Test func FD1_switchToLatestFinishesWithTheInnerStreamIfTheOuterEndedFirst() {  // row 77
    let time = VirtualTime()
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    Just(2).map { Just($0 * $0).delay(for: .milliseconds(10), scheduler: time) }.switchToLatest().subscribe(recorder)
    #expect(recorder.values == [])
    time.run()
    #expect(recorder.values == [4])
    #expect(recorder.isFinished)
  }

  @Test func FD3_debounceLosesTheLastValueIfTheEndComesInsideTheWindow() {  // C91
    let source = Source()
    let time = VirtualTime()
    let recorder = Watcher(demand: .unlimited)
    source.debounce(for: .seconds(1), scheduler: time).subscribe(recorder)
    source.send(1)
    time.advance(by: .milliseconds(500))
    source.finish()
    #expect(!recorder.isFinished)
    time.run()
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
    #expect(time.waitingCount == 0)
  }

  @Test func FD5_combineLatestFinishesWhenAllHave() {  // row 73
    let (live, done) = (Source(), Source())
    let recorder = Recorder<Int, Broken>(demand: .unlimited)
    Empty<Int, Broken>().combineLatest(live).combineLatest(done).map { $0.1 }.subscribe(recorder)
    done.finish()
    #expect(recorder.completion == nil)
    live.fail(.here)
    #expect(recorder.failure == .here)
  }

  @Test func FD11_zipFinishesWithTheLastPairThatIsPossible() {  // row 76
    let (a, b) = (Source(), Source())
    let recorder = Recorder<(Int, Int), Broken>(demand: .unlimited)
    a.zip(b).subscribe(recorder)
    for i in 1...3 { a.send(i) }
    a.finish()
    b.send(1)
    b.send(2)
    #expect(!recorder.isFinished)
    b.send(3)
    #expect(recorder.values.count == 3)
    #expect(recorder.isFinished)
    #expect(b.cancelCount == 1)
    #expect(recorder.violations == [])
  }

  @Test func FD13_aBufferShowsItsErrorAtOnce() {  // C45, row 87
    let source = PassthroughSubject<Int, Broken>()
    let recorder = Watcher(demand: .max(5))
    source.buffer(size: 5, prefetch: .byRequest, whenFull: .customError { .there }).subscribe(recorder)
    for i in 1...100 { source.send(i) }
    #expect(recorder.values == [1, 2, 3, 4, 5])
    #expect(recorder.failure == .there)
    #expect(recorder.violations == [])
  }

  @Test func FD19_cancelReachesTheInnerStreamAfterTheOuterHasEnded() {  // C62
    let inner = Source()
    let recorder = Watcher(demand: .unlimited)
    Just(1).setFailureType(to: Broken.self).flatMap { _ in inner }.subscribe(recorder)
    inner.send(1)
    recorder.cancel()
    #expect(inner.cancelCount == 1)
    #expect(inner.subscriberCount == 0)
  }

  @Test func FE2_mergeAndAppendLetGoOfEachOtherAtTheEnd() {  // C72
    weak var subscriber: Watcher?
    weak var subscription: AnyObject?
    let (a, b, c) = (Source(), Source(), Source())
    do {
      let recorder = Watcher(demand: .unlimited)
      a.merge(with: b).append(c).subscribe(recorder)
      (subscriber, subscription) = (recorder, recorder.subscription as AnyObject)
      for source in [a, b, c] {
        source.send(1)
        source.finish()
      }
      #expect(recorder.values == [1, 1, 1])
      #expect(recorder.isFinished)
    }
    #expect(subscriber == nil)
    #expect(subscription == nil)
  }

  @Test func FE10_zipOfTwoDelayedStreamsMayBeDroppedInFlight() {  // C71, row 76
    let time = VirtualTime()
    var seen: [[Int]] = []
    var ends = 0
    func start() -> AnyCancellable {
      Just(1).delay(for: .milliseconds(50), scheduler: time)
        .zip(Just(2).delay(for: .milliseconds(50), scheduler: time))
        .sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { seen.append([$0.0, $0.1]) })
    }
    let token = start()
    time.run()
    #expect(seen == [[1, 2]])
    #expect(ends == 1)
    start().cancel()
    _ = start()
    time.run()
    #expect(seen == [[1, 2]])
    #expect(ends == 1)
    withExtendedLifetime(token) {}
  }

  @Test func FF3_anInnerStreamsEndMaySwitchToTheNextWithAFlatStack() {  // RS 3.3, row 77
    let count = 50_000
    var seen = 0
    onASmallStack {
      let outer = PassthroughSubject<Int, Never>()
      let token = outer.map { value in
        Just(value).handleEvents(receiveCompletion: { _ in if value < count { outer.send(value + 1) } })
      }.switchToLatest().sink { _ in seen += 1 }
      outer.send(1)
      token.cancel()
    }
    #expect(seen == count)
  }

  @Test func FF7_retryingForEverCanBeCancelledFromOutside() {  // row 81
    let recorder = Watcher(demand: .unlimited)
    let attempts = Atomic<Int>(0)
    let subscription = Mutex<AnyCancellable?>(nil)
    recorder.onSubscription = { recorder in
      let inner = recorder.subscription!
      let token = AnyCancellable { inner.cancel() }
      subscription.withLock { $0 = token }
    }
    inThreads(2) { me in
      if me == 0 {
        return Deferred {
          attempts.add(1, ordering: .relaxed)
          return Fail<Int, Broken>(error: .here)
        }.retry(-1).subscribe(recorder)  // returns once it is cancelled
      }
      while attempts.load(ordering: .relaxed) < 1_000 { sched_yield() }
      subscription.withLock { $0 }?.cancel()
    }
    #expect(recorder.completion == nil)
    let isMany = attempts.load(ordering: .relaxed) >= 1_000
    #expect(isMany)
  }

  @Test func FG18_debounceSendsTheLastOfABurstAfterItsTime() {  // row 82
    let subject = PassthroughSubject<Int, Never>()
    let time = VirtualTime()
    var seen: [Int] = []
    let token = subject.debounce(for: .seconds(0.5), scheduler: time).sink { seen.append($0) }
    for i in 0...10 { subject.send(i) }
    time.advance(by: .milliseconds(499))
    #expect(seen == [])
    time.advance(by: .milliseconds(1))
    #expect(seen == [10])
    time.run()
    #expect(seen == [10])
    withExtendedLifetime(token) {}
  }
}
