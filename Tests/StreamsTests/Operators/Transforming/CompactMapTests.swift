import Streams
import StreamsTesting
import Testing

@Suite struct CompactMapTests {
  @Test func nilIsDroppedAndAnotherValueAskedFor() {  // C23
    let source = Probe<String, Never>()
    let recorder = Recorder<Int, Never>(demand: .max(1))
    source.compactMap { Int($0) }.subscribe(recorder)
    #expect(source.send("a") == .max(1))
    #expect(source.send("1") == Subscribers.Demand.none)
    #expect(recorder.values == [1])
    recorder.cancel()
  }

  @Test func tryCompactMapDropsNilAndFailsWithWhatWasThrown() {
    let source = Probe<String, Never>()
    let recorder = Recorder<Int, any Error>(demand: .max(2))
    source.tryCompactMap { if $0 == "x" { throw Broken.here } else { Int($0) } }.subscribe(recorder)
    #expect(source.send("a") == .max(1))
    source.send("1")
    source.send("x")
    #expect(recorder.values == [1])
    #expect(recorder.failure as? Broken == .here)
    #expect(source.asked == [.request(.max(2)), .returned(.max(1)), .cancel])
  }

  @Test func chainedFormsAreOneStage() {
    let upstream = ["1", "a", "20", "3"].publisher
    typealias Upstream = Publishers.Sequence<[String], Never>
    let one: Publishers.CompactMap<Upstream, Int> = upstream.compactMap { Int($0) }.map { $0 * 2 }
    let two: Publishers.CompactMap<Upstream, Int> =
      upstream.compactMap { Int($0) }.compactMap { $0 > 9 ? nil : $0 }
    let three: Publishers.TryCompactMap<Upstream, Int> =
      upstream.tryCompactMap { Int($0) }.compactMap { $0 > 9 ? nil : $0 }
    var values: [[Int]] = [[], [], []]
    _ = one.sink { values[0].append($0) }
    _ = two.sink { values[1].append($0) }
    _ = three.sink(receiveCompletion: { _ in }, receiveValue: { values[2].append($0) })
    #expect(values == [[2, 40, 6], [1, 3], [1, 3]])
  }
}
