import Streams
import StreamsTesting
import Testing

@Suite struct DropWhileTests {
  @Test func theTestIsNotAskedAgainOnceAValueHasFailedIt() {
    var asked: [Int] = []
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    (1...5).publisher.eraseToAnyPublisher()
      .drop {
        asked.append($0)
        return $0 < 3
      }
      .subscribe(recorder)
    #expect(recorder.values == [3, 4, 5] && recorder.isFinished)
    #expect(asked == [1, 2, 3])
  }

  @Test func tryDropFailsWithWhatWasThrownHavingCancelledAndTestsNoMore() {  // C42
    let source = Probe<Int, Broken>(keepsLaw: false)
    let recorder = Recorder<Int, any Error>(demand: .max(1))
    var (isCancelledFirst, tests) = (false, 0)
    recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
    source.tryDrop { _ in
      tests += 1
      throw Broken.there
    }.subscribe(recorder)
    source.send(1)
    source.send(2)
    source.fail(.here)
    #expect(recorder.failure as? Broken == .there)
    #expect(isCancelledFirst && tests == 1)
    #expect(recorder.violations == [])
    source.dropSubscribers()
  }

  @Test func aValueSentFromInsideTheTestComesBeforeTheOneUnderTest() {  // C34
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    subject.drop {
      if $0 == 1 { subject.send(2) }
      return false
    }.subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [2, 1])
    #expect(recorder.violations == [])
    subject.send(completion: .finished)
  }
}
