import Streams
import StreamsTesting
import Testing

@Suite struct OutputTests {
  @Test func prefixFinishesRightAfterTheLastValueHavingCancelled() {  // FD17
    let source = Probe<Int, Never>(keepsLaw: false)
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    var isCancelledFirst = false
    recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
    source.prefix(2).subscribe(recorder)
    source.send(1)
    #expect(recorder.completion == nil)
    source.send(2)
    #expect(recorder.values == [1, 2] && recorder.isFinished && isCancelledFirst)
    source.send(3)
    source.finish()
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations == [])
    source.dropSubscribers()
  }

  @Test func prefixZeroFinishesWhenTheSubscriptionIsThere() {
    let source = Probe<Int, Never>(isLate: true)
    let recorder = Recorder<Int, Never>()
    source.prefix(0).subscribe(recorder)
    #expect(recorder.completion == nil)
    source.begin()
    #expect(recorder.isFinished)
    #expect(source.asked == [.cancel])
  }

  @Test func aValueSentFromInsideTheLastOneDoesNotCount() {
    let source = Probe<Int, Never>(keepsLaw: false)
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    recorder.onValue = { _, value in
      if value == 1 { source.send(2) }
      return .none
    }
    source.prefix(1).subscribe(recorder)
    source.send(1)
    #expect(recorder.values == [1] && recorder.isFinished)
    #expect(recorder.violations == [])
    source.dropSubscribers()
  }

  @Test func valuesBeforeTheRangeAreDroppedAndOthersAskedFor() {  // C23
    let source = Probe<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .max(1))
    source.output(at: 2).subscribe(recorder)
    #expect(source.send(1) == .max(1))
    #expect(source.send(2) == .max(1))
    #expect(source.send(3) == Subscribers.Demand.none)
    #expect(recorder.values == [3] && recorder.isFinished)
    #expect(source.cancelCount == 1)
  }

  @Test func everyKindOfRangeWorks() {
    func values(_ publisher: Publishers.Output<Publishers.Sequence<ClosedRange<Int>, Never>>) -> [Int] {
      let recorder = Recorder<Int, Never>(demand: .unlimited)
      publisher.subscribe(recorder)
      #expect(recorder.isFinished)
      return recorder.values
    }
    let source = (0...5).publisher
    #expect(values(source.output(in: 1..<3)) == [1, 2])
    #expect(values(source.output(in: 1...3)) == [1, 2, 3])
    #expect(values(source.output(in: 4...)) == [4, 5])
    #expect(values(source.output(in: ..<2)) == [0, 1])
    #expect(values(source.output(in: 2..<2)) == [])
    #expect(values(source.prefix(9)) == [0, 1, 2, 3, 4, 5])
  }

  @Test func aSourceWithoutEndIsCutShort() {
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    (0...).publisher.eraseToAnyPublisher().prefix(3).subscribe(recorder)
    #expect(recorder.values == [0, 1, 2] && recorder.isFinished)
  }

  @Test func theyAreEqualIfTheirUpstreamsAndRangesAre() {
    #expect(Just(1).eraseTwice.prefix(2) == Just(1).eraseTwice.output(in: 0..<2))
    #expect(Just(1).eraseTwice.prefix(2) != Just(1).eraseTwice.prefix(3))
  }

  @Test func negativeLengthsAndPlacesTrap() async {  // DETAILS 43
    await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().prefix(-1) }
    await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().output(at: -1) }
    await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().output(at: .max) }
    await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().output(in: -1..<2) }
  }
}
