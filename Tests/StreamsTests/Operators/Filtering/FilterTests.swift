import Streams
import StreamsTesting
import Testing

@Suite struct FilterTests {
  @Test func forAValueDroppedAnotherIsAskedFor() {  // C23
    let source = Probe<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .max(1))
    source.filter { $0 > 1 }.subscribe(recorder)
    #expect(source.send(1) == .max(1))
    #expect(source.send(2) == Subscribers.Demand.none)
    #expect(recorder.values == [2])
    recorder.cancel()
  }

  @Test func withDemandOneTheEndWaitsForTheValueThatWouldBeDropped() {  // C23
    let recorder = Recorder<Int, Never>(demand: .max(1))
    (1...3).publisher.eraseToAnyPublisher().filter { $0 == 2 }.subscribe(recorder)
    #expect(recorder.values == [2] && recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [2] && recorder.isFinished)
  }

  @Test func tryFilterFailsWithWhatWasThrownAndCancels() {
    let source = Probe<Int, Never>()
    let recorder = Recorder<Int, any Error>(demand: .unlimited)
    source.tryFilter { if $0 == 3 { throw Broken.here } else { $0 == 2 } }.subscribe(recorder)
    for value in 1...4 { source.send(value) }
    #expect(recorder.values == [2])
    #expect(recorder.failure as? Broken == .here)
    #expect(source.asked.last == .cancel)
  }

  @Test func chainedFormsAreOneStageThatStopsAtTheFirstNo() {
    typealias Upstream = Publishers.Sequence<ClosedRange<Int>, Never>
    var asked: [Int] = []
    let second: (Int) -> Bool = {
      asked.append($0)
      return $0 > 2
    }
    let one: Publishers.Filter<Upstream> = (1...4).publisher.filter { $0 % 2 == 0 }.filter(second)
    let two: Publishers.TryFilter<Upstream> = (1...4).publisher.filter { $0 % 2 == 0 }.tryFilter(second)
    let three: Publishers.TryFilter<Upstream> = (1...4).publisher.tryFilter { $0 % 2 == 0 }.filter(second)
    let four: Publishers.TryFilter<Upstream> = (1...4).publisher.tryFilter { $0 % 2 == 0 }.tryFilter(second)
    var values: [Int] = []
    _ = one.sink { values.append($0) }
    for publisher in [two, three, four] {
      _ = publisher.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    }
    #expect(values == [4, 4, 4, 4])
    #expect(asked == [2, 4, 2, 4, 2, 4, 2, 4])
  }
}
