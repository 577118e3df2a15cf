import Streams
import StreamsTesting
import Testing

@Suite struct PrefixWhileTests {
  @Test func theFirstMissEndsItHavingCancelledUpstream() {  // C42
    let source = Probe<Int, Never>(keepsLaw: false)
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    var isCancelledFirst = false
    recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
    source.prefix { $0 < 3 }.subscribe(recorder)
    source.send(1)
    #expect(source.send(3) == Subscribers.Demand.none)
    source.send(2)
    source.finish()
    #expect(recorder.values == [1] && recorder.isFinished && isCancelledFirst)
    #expect(recorder.violations == [])
    source.dropSubscribers()
  }

  @Test func aSourceWithoutEndIsCutShort() {
    let recorder = Recorder<Int, any Error>(demand: .unlimited)
    (0...).publisher.tryPrefix { $0 < 3 }.subscribe(recorder)
    #expect(recorder.values == [0, 1, 2] && recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test func tryPrefixFailsWithWhatWasThrownHavingCancelled() {  // C42
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, any Error>(demand: .max(2))
    var isCancelledFirst = false
    recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
    source.tryPrefix { if $0 == 2 { throw Broken.there } else { true } }.subscribe(recorder)
    source.send(1)
    source.send(2)
    #expect(recorder.values == [1])
    #expect(recorder.failure as? Broken == .there)
    #expect(isCancelledFirst)
  }

  @Test func aCancelFromInsideTheTestWins() {  // C61
    let source = Probe<Int, Never>(keepsLaw: false)
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    source.prefix { _ in
      recorder.cancel()
      return false
    }.subscribe(recorder)
    source.send(1)
    #expect(recorder.signals.count == 1)
    #expect(source.cancelCount == 1)
    #expect(recorder.violations == [])
    source.dropSubscribers()
  }
}
