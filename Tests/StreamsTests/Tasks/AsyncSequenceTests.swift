import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncSequenceTests {
  @Test func nothingHappensBeforeTheFirstRequest() async {  // C4, C70
    let source = Drawn<Never>(3)
    let publisher = source.publisher
    do {
      let watch = Watch(publisher)
      #expect(watch.recorder.signals.count == 1)
      await Task.yield()
      #expect(source.iteratorCount == 0 && source.pulled == 0)
      watch.recorder.dropSubscription()
    }
    #expect(source.iteratorCount == 0)
  }

  @Test func asManyArePulledAsAreAskedForAndNotOneMore() async {  // C12, C13
    let source = Drawn<Never>()
    let watch = Watch(source.publisher)
    watch.recorder.onValue = { _, value in
      #expect(source.pulled == value)
      return .none
    }
    watch.recorder.request(.max(3))
    await watch.parked()
    #expect(watch.recorder.values == [1, 2, 3] && source.pulled == 3)
    watch.recorder.request(.max(2))
    await watch.parked()
    #expect(watch.recorder.values == [1, 2, 3, 4, 5] && source.pulled == 5)
    #expect(watch.recorder.completion == nil && watch.recorder.violations == [])
    watch.recorder.cancel()
  }

  @Test func theEndIsFoundByTheRequestAfterTheLastValue() async {  // C101
    let source = Drawn<Never>(2)
    let watch = Watch(source.publisher, demand: .max(2))
    await watch.parked()
    #expect(watch.recorder.values == [1, 2] && watch.recorder.completion == nil && source.pulled == 2)
    watch.recorder.request(.max(1))
    await watch.ended()
    #expect(watch.recorder.values == [1, 2] && watch.recorder.isFinished && watch.recorder.violations == [])
  }

  @Test func alsoThatOfASequenceWithoutElements() async {
    let watch = Watch(Drawn<Never>(0).publisher)
    #expect(watch.recorder.signals.count == 1)
    watch.recorder.request(.max(1))
    await watch.ended()
    #expect(watch.recorder.values == [] && watch.recorder.isFinished)
  }

  @Test func theFailureIsTheSequencesOwn() async {  // C40
    let watch = Watch(Drawn(2, failure: Broken.here).publisher, demand: .unlimited)
    await watch.ended()
    #expect(watch.recorder.values == [1, 2] && watch.recorder.failure == .here)
    #expect(watch.recorder.violations == [])
    let stream = AsyncThrowingStream<Int, any Error> {
      $0.yield(1)
      $0.finish(throwing: CancellationError())  // a failure like any other
    }
    let other = Watch(stream.publisher, demand: .unlimited)
    await other.ended()
    #expect(other.recorder.values == [1] && other.recorder.failure is CancellationError)
  }

  @Test func whatReceiveReturnsIsDemand() async {  // C12, FC8
    let source = Drawn<Never>(100)
    let watch = Watch(source.publisher)
    watch.recorder.onValue = { _, _ in .max(1) }
    watch.recorder.request(.max(1))
    await watch.ended()
    #expect(watch.recorder.values == Array(1...100) && watch.recorder.violations == [])
  }

  @Test func aRequestInsideReceiveCountsOnceAndDoesNotNest() async {  // C21, C22
    let source = Drawn<Never>()
    let watch = Watch(source.publisher)
    watch.recorder.onValue = { recorder, value in
      if value < 50_000 { recorder.request(.max(1)) }
      return value == 50_000 ? .max(2) : .none
    }
    watch.recorder.request(.max(1))
    await watch.parked()
    #expect(source.pulled == 50_002 && watch.recorder.violations == [])
    watch.recorder.cancel()
  }

  @Test func requestsOfManyThreadsAddUp() async {  // C32
    let source = Drawn<Never>()
    let watch = Watch(source.publisher)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<100 { watch.outlet.request(.max(1)) } }
      }
    }
    await until { source.pulled == 800 }
    await watch.parked()
    #expect(source.pulled == 800 && watch.recorder.values == Array(1...800) && source.iteratorCount == 1)
    watch.outlet.cancel()
  }

  @Test func askingForZeroTraps() async {  // C15
    await #expect(processExitsWith: .failure) {
      Watch(Drawn<Never>().publisher).recorder.subscription?.request(.none)
    }
  }

  @Test func eachSubscriberHasATaskAndAnIteratorOfItsOwn() async {
    let source = Drawn<Never>(100)
    let publisher = source.publisher
    let (one, other) = (Watch(publisher, demand: .unlimited), Watch(publisher, demand: .unlimited))
    await one.ended()
    await other.ended()
    #expect(source.iteratorCount == 2)
    #expect((one.recorder.values + other.recorder.values).sorted() == Array(1...100))
  }

  @Test func afterTheEndNothingIsAskedAndNothingComes() async {  // C40, C41
    let source = Drawn<Never>(1)
    let watch = Watch(source.publisher, demand: .unlimited)
    await watch.ended()
    watch.outlet.request(.max(1))
    watch.outlet.cancel()
    watch.outlet.request(.unlimited)
    await until { source.liveCount == 0 }
    #expect(source.pulled == 2 && watch.recorder.signals.count == 3 && watch.recorder.violations == [])
  }

  @Test func aSequenceThatNeverWaitsLetsOthersOn() async {
    // More of them than the pool has threads: if they kept those, nobody could cancel them.
    let watches = (0..<64).map { _ in Watch(Drawn<Never>().map { $0 }.publisher, demand: .unlimited) }
    for _ in 0..<100 { await Task.yield() }
    for watch in watches { watch.outlet.cancel() }
  }

  @Test func operatorsTakeItFromThere() async {
    let source = Drawn<Never>()
    let watch = Watch(
      source.publisher.filter { $0 % 2 == 0 }.flatMap(maxPublishers: .max(1)) { [$0, $0 * 10].publisher }.prefix(3),
      demand: .unlimited)
    await watch.ended()
    #expect(watch.recorder.values == [2, 20, 4])
    await until { source.liveCount == 0 }
    #expect(source.pulled == 4)
  }

  @Test func thereAndBackOneIsAskedForAtATime() async {  // row 111
    let probe = Probe<Int, Never>()
    probe.onRequest = { probe, _ in if probe.asked.count <= 3 { probe.send(probe.asked.count) } else { probe.finish() }
    }
    let watch = Watch(probe.eraseToAnyPublisher().values.publisher)
    #expect(probe.subscribeCount == 0)
    watch.recorder.request(.max(2))
    await watch.parked()
    #expect(watch.recorder.values == [1, 2])
    #expect(probe.asked == [.request(.max(1)), .request(.max(1))])
    watch.recorder.request(.unlimited)
    await watch.ended()
    #expect(watch.recorder.values == [1, 2, 3])
    #expect(probe.asked == Array(repeating: .request(.max(1)), count: 4))
  }

  @Test func backAndThereNothingIsReadAhead() async {
    let source = Drawn<Broken>(5, failure: .here)
    var iterator = source.publisher.values.makeAsyncIterator()
    #expect(source.iteratorCount == 0)
    await #expect(throws: Broken.here) {
      for n in 1...5 {
        #expect(try await iterator.next() == n)
        #expect(source.pulled == n)
      }
      _ = try await iterator.next()
    }
  }
}
