import Streams
import StreamsTesting
import Testing

@Suite struct ScanTests {
  @Test func theRunningResultIsPublishedAndTheFirstIsNot() {
    let recorder = Recorder<Int, Never>(demand: .max(1))
    (1...4).publisher.eraseToAnyPublisher().scan(10, +).subscribe(recorder)
    #expect(recorder.values == [11])
    recorder.request(.unlimited)
    #expect(recorder.values == [11, 13, 16, 20] && recorder.isFinished)
  }

  @Test func everySubscriberStartsAnew() {
    let scan = (1...2).publisher.eraseToAnyPublisher().scan(0, +)
    for _ in 0..<2 {
      let recorder = Recorder<Int, Never>(demand: .unlimited)
      scan.subscribe(recorder)
      #expect(recorder.values == [1, 3])
    }
  }

  @Test func tryScanFailsWithWhatWasThrownAndCancels() {
    let source = Probe<Int, Never>()
    let recorder = Recorder<Int, any Error>(demand: .unlimited)
    source.tryScan(0) { if $1 == 3 { throw Broken.here } else { $0 + $1 } }.subscribe(recorder)
    for value in 1...4 { source.send(value) }
    #expect(recorder.values == [1, 3])
    #expect(recorder.failure as? Broken == .here)
    #expect(source.cancelCount == 1)
  }
}
