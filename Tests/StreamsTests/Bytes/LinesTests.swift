import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct LinesTests {
  typealias Source = Probe<Bytes, any Error>
  typealias Reader = Recorder<Bytes, any Error>
  struct Broken: Error {}

  private func texts(_ recorder: Reader) -> [String] { recorder.values.map { "\($0)" } }

  /// A chunk of `count` lines "0", "1", ...
  private func chunk(_ lines: Range<Int>) -> Bytes { Bytes(lines.map { "\($0)\n" }.joined().utf8) }

  @Test func demandOneGivesOneLineAndTheRestOfTheChunkWaits() {
    let source = Source()
    let reader = Reader(demand: .max(1))
    source.lines().subscribe(reader)
    #expect(source.asked == [.request(.max(1))])
    source.send(chunk(0..<1_000))
    #expect(texts(reader) == ["0"])
    for i in 1..<1_000 {
      reader.request(.max(1))
      #expect(reader.values.count == i + 1)
    }
    #expect(source.asked == [.request(.max(1))])  // the chunk is used up, and nobody asks for a line
    reader.request(.max(1))
    #expect(source.asked == [.request(.max(1)), .request(.max(1))])
    #expect(texts(reader) == (0..<1_000).map { "\($0)" })
    #expect(reader.violations == [])
    reader.cancel()
  }

  @Test func demandLeftOverAsksForOneChunkMoreByReturningIt() {
    let source = Source()
    let reader = Reader(demand: .max(5))
    source.lines().subscribe(reader)
    source.send(chunk(0..<2))
    #expect(source.asked == [.request(.max(1)), .returned(.max(1))])
    source.send(chunk(2..<9))
    #expect(reader.values.count == 5)
    #expect(source.asked == [.request(.max(1)), .returned(.max(1))])
    reader.cancel()
  }

  @Test func unlimitedDemandAsksForAllChunksOnce() {
    let source = Source()
    let reader = Reader(demand: .unlimited)
    source.lines().subscribe(reader)
    for i in 0..<5 { source.send(chunk(i..<i + 1)) }
    source.finish()
    #expect(source.asked == [.request(.unlimited)])
    #expect(reader.values.count == 5)
    #expect(reader.isFinished)
  }

  @Test func returnedDemandAndReentrantRequestsBothCountAndTheStackStaysFlat() {
    let source = Source()
    source.onRequest = { probe, _ in probe.send(chunk(0..<100_000)) }
    var left = 50_000
    let reader = Reader(demand: .max(1))
    reader.onValue = { reader, _ in
      left -= 1
      if left > 0, left % 2 == 0 { return .max(1) }
      if left > 0 { reader.request(.max(1)) }
      return .none
    }
    source.lines().subscribe(reader)
    #expect(reader.values.count == 50_000)
    #expect(reader.violations == [])
    reader.cancel()
  }

  @Test func aSynchronousUpstreamWithOneLineAChunkKeepsTheStackFlat() {
    let chunks = (0..<100_000).map { _ in Bytes("x\n".utf8) }
    for demand in [Subscribers.Demand.max(1), .unlimited] {
      let reader = Reader(demand: demand)
      reader.onValue = { _, _ in demand }
      chunks.publisher.lines().subscribe(reader)
      #expect(reader.values.count == 100_000)
      #expect(reader.isFinished)
      #expect(reader.violations == [])
    }
  }

  @Test func linesAreTheSameHoweverTheTextIsCut() {
    let text = "alpha\nbeta\n\ngamma delta\nlast"
    for size in 1...text.utf8.count {
      let bytes = Bytes(text.utf8)
      let chunks = stride(from: 0, to: bytes.count, by: size).map { bytes.part($0..<min($0 + size, bytes.count)) }
      for demand in [Subscribers.Demand.max(1), .max(2), .unlimited] {
        let reader = Reader(demand: demand)
        reader.onValue = { _, _ in .max(1) }
        chunks.publisher.lines().subscribe(reader)
        #expect(texts(reader) == ["alpha", "beta", "", "gamma delta", "last"])
        #expect(reader.isFinished)
        #expect(reader.violations == [])
      }
    }
  }

  @Test func theLastLineWaitsForDemandAndTheEndComesWithIt() {
    let source = Source()
    let reader = Reader(demand: .max(1))
    source.lines().subscribe(reader)
    source.send(Bytes("a\nb\nc".utf8))
    source.finish()
    #expect(texts(reader) == ["a"])
    reader.request(.max(1))
    #expect(reader.completion == nil)
    reader.request(.max(1))
    #expect(texts(reader) == ["a", "b", "c"])
    #expect(reader.isFinished)
  }

  @Test func theEndNeedsNoDemandIfNothingWaits() {  // C46
    let source = Source()
    let reader = Reader(demand: .max(1))
    source.lines().subscribe(reader)
    source.send(Bytes("a\n".utf8))
    source.finish()
    #expect(texts(reader) == ["a"])
    #expect(reader.isFinished)
  }

  @Test func aFailureOvertakesTheLinesThatWait() {  // C45
    let source = Source()
    let reader = Reader(demand: .max(1))
    source.lines().subscribe(reader)
    source.send(Bytes("a\nb\nc".utf8))
    source.fail(Broken())
    #expect(texts(reader) == ["a"])
    #expect(reader.failure is Broken)
    reader.request(.max(1))
    #expect(reader.violations == [])
  }

  @Test func aLineTooLongFailsAfterTheLinesBeforeItAndCancelsUpstream() {
    let source = Source()
    let reader = Reader(demand: .max(2))
    source.lines(maximumLength: 3).subscribe(reader)
    source.send(Bytes("abc\nabcd\n".utf8))
    #expect(texts(reader) == ["abc"])
    #expect(reader.failure as? LineTooLong == LineTooLong(offset: 4, maximumLength: 3))
    #expect(source.cancelCount == 1)
  }

  @Test func cancelInsideReceiveStopsAtThatLine() {  // C61
    let source = Source()
    let reader = Reader(demand: .unlimited)
    reader.onValue = { reader, line in
      if line == Bytes("1".utf8) { reader.cancel() }
      return .none
    }
    source.lines().subscribe(reader)
    source.send(chunk(0..<10))
    #expect(texts(reader) == ["0", "1"])
    #expect(source.cancelCount == 1)
    #expect(source.subscriberCount == 0)
    #expect(reader.violations == [])
  }

  @Test func cancelLetsGoOfTheWaitingChunkAndOfDownstream() {  // C72
    final class Owner {}
    weak var owner: Owner?
    weak var subscriber: Reader?
    let source = Source()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 6, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: "a\nb\nc\n".utf8)
    do {
      let reader = Reader(demand: .max(1))
      subscriber = reader
      source.lines().subscribe(reader)
      let kept = Owner()
      owner = kept
      source.send(Bytes(UnsafeRawBufferPointer(memory), owner: kept))
      withExtendedLifetime(kept) {}
      reader.cancel()
      reader.dropSubscription()
    }
    source.dropSubscribers()
    #expect(subscriber == nil)
    #expect(owner == nil)
  }

  @Test func aChunkThatWasNotAskedForWaits() {  // C20
    let source = Source(keepsLaw: false)
    let reader = Reader()
    source.lines().subscribe(reader)
    source.send(Bytes("a\nb".utf8))
    source.send(Bytes("c\n".utf8))
    #expect(reader.values == [])
    reader.request(.max(2))
    #expect(texts(reader) == ["a", "bc"])
    source.finish()
    source.finish()
    #expect(reader.isFinished)
    #expect(reader.violations == [])
  }

  @Test func aSecondSubscriptionIsCancelled() {  // C8
    let source = Source(keepsLaw: false)
    let reader = Reader(demand: .max(1))
    source.lines().subscribe(reader)
    source.begin()
    #expect(source.cancelCount == 1)
    #expect(reader.signals.count == 1)
    reader.cancel()
  }

  @Test func requestsFromOtherThreadsGetEveryLineOnce() {
    let lines = 20_000
    for _ in 0..<5 {
      let chunks = (0..<lines / 100).map { chunk($0 * 100..<$0 * 100 + 100) }
      let reader = Reader()
      chunks.publisher.lines().subscribe(reader)
      inThreads(2) { _ in
        for _ in 0..<lines / 2 { reader.subscription!.request(.max(1)) }
      }
      // The recorder counts what it asked for itself; here others did.
      #expect(reader.violations.allSatisfy { $0.hasPrefix("C13") })
      #expect(texts(reader) == (0..<lines).map { "\($0)" })
      #expect(reader.isFinished)
    }
  }

  @Test func cancelFromAnotherThreadEndsItAndReleasesEverything() {
    for _ in 0..<50 {
      weak var subscriber: Reader?
      do {
        let chunks = (0..<100).map { chunk($0 * 100..<$0 * 100 + 100) }
        let reader = Reader()
        subscriber = reader
        chunks.publisher.lines().subscribe(reader)
        let subscription = reader.subscription!
        inThreads(2) { me in
          if me == 0 { for _ in 0..<10_000 { subscription.request(.max(1)) } } else { subscription.cancel() }
        }
        #expect(reader.completion == nil || reader.values.count == 10_000)
        reader.dropSubscription()
      }
      #expect(subscriber == nil)
    }
  }
}
