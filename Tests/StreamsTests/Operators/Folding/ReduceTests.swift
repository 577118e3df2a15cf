import Streams
import StreamsTesting
import Testing

@Suite struct ReduceTests {
  @Test func everyValueIsFoldedInOrder() {
    let recorder = Recorder<String, Never>(demand: .max(1))
    (1...4).publisher.eraseToAnyPublisher().reduce("") { $0 + "\($1)" }.subscribe(recorder)
    #expect(recorder.values == ["1234"] && recorder.isFinished)
  }

  @Test func tryReduceFailsAtOnceWithWhatWasThrownAndCancelsFirst() {
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, any Error>()
    var isCancelledFirst = false
    recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
    source.tryReduce(0) { if $1 == 2 { throw Broken.there } else { $0 + $1 } }.subscribe(recorder)
    source.send(1)
    source.send(2)
    #expect(recorder.failure as? Broken == .there)
    #expect(isCancelledFirst)
    recorder.request(.max(1))
    #expect(recorder.values == [])
  }

  @Test func countAndCollectAreEqualIfTheirUpstreamsAre() {
    #expect(Just(1).eraseTwice.count() == Just(1).eraseTwice.count())
    #expect(Just(1).eraseTwice.count() != Just(2).eraseTwice.count())
    #expect(Just(1).eraseTwice.collect() == Just(1).eraseTwice.collect())
    #expect(Just(1).eraseTwice.collect() != Just(2).eraseTwice.collect())
  }
}
