import Streams
import StreamsTesting
import Testing

@Suite struct FirstTests {
  @Test func theFirstValueThatPassesEndsTheSearch() {
    var asked: [Int] = []
    let recorder = Recorder<Int, Never>(demand: .max(1))
    (1...9).publisher.eraseToAnyPublisher()
      .first {
        asked.append($0)
        return $0 > 2
      }
      .subscribe(recorder)
    #expect(recorder.values == [3] && recorder.isFinished)
    #expect(asked == [1, 2, 3])
  }

  @Test func aMissingValueIsAValueToo() {
    let recorder = Recorder<Int?, Never>(demand: .max(1))
    [nil, 1].publisher.eraseToAnyPublisher().first().subscribe(recorder)
    #expect(recorder.values == [nil] && recorder.isFinished)
    let last = Recorder<Int?, Never>(demand: .max(1))
    [1, nil].publisher.eraseToAnyPublisher().last().subscribe(last)
    #expect(last.values == [nil] && last.isFinished)
  }

  @Test func aValueSentWhileTheFirstIsTestedMayBeTheFirst() {  // C34
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .max(1))
    subject.first {
      if $0 == 1 { subject.send(2) }
      return true
    }.subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [2] && recorder.isFinished)
    #expect(recorder.violations == [])
    subject.send(completion: .finished)
  }

  @Test func theClosureAndTheValueAreLetGoOfWhenTheAnswerIsCancelled() {  // C64, C72
    final class Parcel: Sendable {}
    weak var value: Parcel?
    weak var captured: Parcel?
    let source = Probe<Parcel, Never>()
    let recorder = Recorder<Parcel, Never>()
    do {
      let (sent, kept) = (Parcel(), Parcel())
      (value, captured) = (sent, kept)
      source.first { _ in withExtendedLifetime(kept) { true } }.subscribe(recorder)
      source.send(sent)
    }
    #expect(value != nil)
    recorder.cancel()
    #expect(value == nil && captured == nil)
  }

  @Test func firstAndLastAreEqualIfTheirUpstreamsAre() {
    #expect(Just(1).eraseTwice.first() == Just(1).eraseTwice.first())
    #expect(Just(1).eraseTwice.first() != Just(2).eraseTwice.first())
    #expect(Just(1).eraseTwice.last() == Just(1).eraseTwice.last())
    #expect(Just(1).eraseTwice.last() != Just(2).eraseTwice.last())
  }
}
