import Streams
import StreamsTesting
import Testing

@Suite struct RemoveDuplicatesTests {
  @Test func aValueEqualToTheOneBeforeIsDroppedAndAnotherAskedFor() {
    let source = Probe<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .max(3))
    source.removeDuplicates().subscribe(recorder)
    #expect(source.send(1) == Subscribers.Demand.none)
    #expect(source.send(1) == .max(1))
    source.send(2)
    source.send(1)
    #expect(recorder.values == [1, 2, 1])
    recorder.cancel()
  }

  @Test func theValueBeforeCountsThoughItWasDropped() {
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    [1, 2, 3, 9].publisher.removeDuplicates { $1 - $0 <= 1 }.subscribe(recorder)
    #expect(recorder.values == [1, 9])
  }

  @Test func whatIsPublishedMayBeSentAgainFromInside() {  // FA10
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    recorder.allowsNesting = true
    let source = Probe<Int, Never>()
    recorder.onValue = { _, value in
      if value < 100 { source.send(value + 1) }
      return .none
    }
    source.removeDuplicates().subscribe(recorder)
    source.send(1)
    #expect(recorder.values == Array(1...100))
    recorder.cancel()
  }

  @Test func tryRemoveDuplicatesFailsWithWhatWasThrownAndCancels() {
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, any Error>(demand: .unlimited)
    source.tryRemoveDuplicates { if $1 == 3 { throw Broken.there } else { $0 == $1 } }.subscribe(recorder)
    for value in [1, 1, 2, 3, 4] { source.send(value) }
    #expect(recorder.values == [1, 2])
    #expect(recorder.failure as? Broken == .there)
    #expect(source.cancelCount == 1)
  }
}
