import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncSequenceCancelTests {
  /// Another sequence, which tells when somebody waits for its first element.
  private struct Awaited: AsyncSequence, Sendable {
    let base: AsyncStream<Int>
    let entries: AsyncStream<Void>
    let entry: AsyncStream<Void>.Continuation
    init(_ base: AsyncStream<Int>) {
      self.base = base
      (entries, entry) = AsyncStream.makeStream()
    }
    var isEntered: Void { get async { for await _ in entries {} } }
    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), entry: entry) }
    struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<Int>.Iterator
      let entry: AsyncStream<Void>.Continuation
      mutating func next() async -> Int? {
        entry.finish()
        return await base.next()
      }
    }
  }

  /// A stream whose producer tells why it was let go of.
  private struct Produced: Sendable {
    let stream: AsyncStream<Int>
    let continuation: AsyncStream<Int>.Continuation
    let reasons: AsyncStream<Bool>
    let awaited: Awaited

    init() {
      (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      awaited = Awaited(stream)
      let (reasons, reason) = AsyncStream.makeStream(of: Bool.self)
      self.reasons = reasons
      continuation.onTermination = {
        if case .cancelled = $0 { reason.yield(true) } else { reason.yield(false) }
        reason.finish()
      }
    }

    /// Waits for the end, and says whether it was a cancel.
    var isCancelled: Bool {
      get async { await reasons.first { _ in true } ?? false }
    }
  }

  @Test func aCancelReachesTheProducer() async {  // C62
    let produced = Produced()
    let watch = Watch(produced.awaited.publisher, demand: .max(2))
    await produced.awaited.isEntered
    watch.recorder.cancel()
    #expect(await produced.isCancelled)
    produced.continuation.yield(2)
    #expect(watch.recorder.signals.count == 1 && watch.recorder.violations == [])
  }

  @Test func soDoesOneThroughOperators() async {
    let produced = Produced()
    let token = produced.awaited.publisher.map { $0 + 1 }.filter { _ in true }.removeDuplicates().sink { _ in }
    await produced.awaited.isEntered
    token.cancel()
    #expect(await produced.isCancelled)
  }

  @Test func anOperatorThatEndsCancels() async {  // C42
    let produced = Produced()
    let watch = Watch(produced.stream.publisher.prefix(2), demand: .unlimited)
    for n in 1...3 { produced.continuation.yield(n) }
    await watch.ended()
    #expect(watch.recorder.values == [1, 2])
    withExtendedLifetime(produced) {}
  }

  @Test func aCancelWhileNothingIsAskedForLeavesTheSequenceToOthers() async {
    let source = Drawn<Never>()
    let watch = Watch(source.publisher, demand: .max(3))
    await watch.parked()
    watch.recorder.cancel()
    await until { source.liveCount == 0 }
    #expect(source.pulled == 3)
    let other = Watch(source.publisher, demand: .max(1))
    await other.parked()
    #expect(other.recorder.values == [4])
    other.recorder.cancel()
  }

  @Test func aCancelBeforeTheFirstRequestStartsNoTask() async {  // C61, C63
    let source = Drawn<Never>()
    let watch = Watch(source.publisher)
    watch.recorder.cancel()
    watch.outlet.request(.unlimited)
    let inside = Recorder<Int, Never>()
    inside.onSubscription = {
      $0.cancel()
      $0.request(.unlimited)
    }
    source.publisher.subscribe(inside)
    await Task.yield()
    #expect(source.iteratorCount == 0 && inside.signals.count == 1)
  }

  @Test func aCancelInsideReceiveIsTheEnd() async {  // C61
    for count in [3, 4] {
      let source = Drawn<Never>(count)
      let watch = Watch(source.publisher)
      watch.recorder.onValue = { recorder, value in
        if value == 3 { recorder.cancel() }
        return .none
      }
      watch.recorder.request(.unlimited)
      await until { source.iteratorCount == 1 && source.liveCount == 0 }
      #expect(watch.recorder.values == [1, 2, 3] && watch.recorder.completion == nil)
      #expect(source.pulled == 3 && watch.recorder.violations == [])
    }
  }

  @Test func aSequenceThatCancelsItsOwnTaskEndsAsItSays() async {
    let stream = AsyncStream<Int> {
      withUnsafeCurrentTask { $0?.cancel() }
      return Task.isCancelled ? nil : 1
    }
    let watch = Watch(stream.publisher, demand: .unlimited)
    await watch.ended()
    #expect(watch.recorder.isFinished && watch.recorder.values == [])
  }

  @Test func theSubscriberIsLetGoOfAtTheEndAndOnCancel() async {  // C72
    for isCancelled in [false, true] {
      let produced = Produced()
      weak var held: Recorder<Int, Never>?
      var outlet: (any Subscription)?
      do {
        let recorder = Recorder<Int, Never>(demand: .unlimited)
        held = recorder
        produced.stream.publisher.subscribe(recorder)
        outlet = recorder.subscription
        recorder.dropSubscription()
      }
      if isCancelled { outlet?.cancel() } else { produced.continuation.finish() }
      await until { held == nil }
      withExtendedLifetime(outlet) {}
    }
  }

  @Test func whoDropsTheSubscriptionStillGetsWhatWasAskedFor() async {  // C66, C71
    let source = Drawn<Never>(1000)
    let watch = Watch(source.publisher)
    watch.recorder.onValue = { _, value in value == 1 ? .max(998) : .none }
    watch.recorder.request(.max(1))
    watch.recorder.dropSubscription()
    await until { source.iteratorCount == 1 && source.liveCount == 0 }  // nobody can ask for more
    #expect(source.pulled == 999 && watch.recorder.values == Array(1...999) && watch.recorder.completion == nil)
  }

  @Test func whoDropsItWhileTheTaskWaitsEndsTheTask() async {
    let source = Drawn<Never>()
    let watch = Watch(source.publisher, demand: .max(2))
    await watch.parked()
    watch.recorder.dropSubscription()
    await until { source.liveCount == 0 }
    #expect(source.pulled == 2)
  }

  @Test func tenThousandRaceRequestsValuesAndCancel() async {  // FA6, FB1, C32
    let source = Drawn<Never>()
    let live = Live()
    await withTaskGroup(of: Void.self) { group in
      for i in 0..<10_000 {
        group.addTask {
          let produced = Produced()
          let tracked = Tracked(live)
          let token =
            i % 2 == 0
            ? source.publisher.sink { _ in withExtendedLifetime(tracked) {} }
            : produced.stream.publisher.sink { _ in withExtendedLifetime(tracked) {} }
          let canceller = Task { token.cancel() }
          if i % 3 == 0 { produced.continuation.yield(i) }
          if i % 5 == 0 { produced.continuation.finish() }
          if i % 7 == 0 { await Task.yield() }
          await canceller.value
        }
      }
    }
    await until { source.liveCount == 0 && live.count == 0 }
  }
}
