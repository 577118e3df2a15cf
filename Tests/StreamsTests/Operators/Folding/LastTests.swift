import Streams
import StreamsTesting
import Testing

@Suite struct LastTests {
  @Test func theLastValueThatPasses() {
    let recorder = Recorder<Int, Never>(demand: .max(1))
    (1...9).publisher.eraseToAnyPublisher().last { $0 < 5 }.subscribe(recorder)
    #expect(recorder.values == [4] && recorder.isFinished)
  }

  @Test func noneThatPassesFinishesWithoutAValue() {
    let recorder = Recorder<Int, Never>()
    (1...9).publisher.eraseToAnyPublisher().last { $0 > 9 }.subscribe(recorder)
    #expect(recorder.values == [] && recorder.isFinished)
  }

  @Test func tryLastFailsAtOnceWithWhatWasThrown() {  // C42
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, any Error>()
    var isCancelledFirst = false
    recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
    source.tryLast { if $0 == 2 { throw Broken.there } else { true } }.subscribe(recorder)
    source.send(1)
    source.send(2)
    #expect(recorder.failure as? Broken == .there)
    #expect(isCancelledFirst)
    recorder.request(.max(1))
    #expect(recorder.values == [])
  }

  @Test func onlyTheLastValueIsKept() {
    final class Parcel: Sendable {}
    weak var first: Parcel?
    let source = Probe<Parcel, Never>()
    let recorder = Recorder<Parcel, Never>(demand: .max(1))
    source.last().subscribe(recorder)
    do {
      let parcel = Parcel()
      first = parcel
      source.send(parcel)
    }
    #expect(first != nil)
    source.send(Parcel())
    #expect(first == nil)
    source.finish()
    #expect(recorder.values.count == 1)
  }
}
