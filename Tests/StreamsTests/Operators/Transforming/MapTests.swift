import Streams
import StreamsTesting
import Testing

@Suite struct MapTests {
  @Test func everyValueBecomesAnother() {
    let recorder = Recorder<String, Never>(demand: .unlimited)
    [1, 2, 3].publisher.eraseToAnyPublisher().map { "\($0)" }.subscribe(recorder)
    #expect(recorder.values == ["1", "2", "3"] && recorder.isFinished)
  }

  @Test func tryMapCancelsUpstreamThenFailsWithWhatWasThrown() {  // C42
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, any Error>(demand: .unlimited)
    var isCancelledFirst = false
    recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
    source.tryMap { if $0 == 2 { throw Broken.there } else { $0 * 10 } }.subscribe(recorder)
    source.send(1)
    #expect(source.send(2) == Subscribers.Demand.none)
    #expect(recorder.values == [10])
    #expect(recorder.failure as? Broken == .there)
    #expect(isCancelledFirst)
    #expect(recorder.violations == [])
  }

  @Test func chainedFormsAreOneStage() {
    let map: Publishers.Map<Just<Int>, String> = Just(1).map { $0 + 1 }.map { "\($0)" }
    let tryMap: Publishers.TryMap<Just<Int>, String> = Just(1).map { $0 + 1 }.tryMap { "\($0)" }
    let then: Publishers.TryMap<Just<Int>, String> = Just(1).tryMap { $0 + 1 }.map { "\($0)" }
    let twice: Publishers.TryMap<Just<Int>, String> = Just(1).tryMap { $0 + 1 }.tryMap { "\($0)" }
    var values: [String] = []
    let token = map.sink { values.append($0) }
    for publisher in [tryMap, then, twice] {
      _ = publisher.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    }
    withExtendedLifetime(token) {}
    #expect(values == ["2", "2", "2", "2"])
  }
}
