import Streams
import StreamsTesting
import Testing

@Suite struct ComparisonTests {
  private let pairs = [(1, "a"), (2, "b"), (1, "c"), (2, "d")]

  private func answer<P: Publisher>(_ publisher: P) -> P.Output? {
    let recorder = Recorder<P.Output, P.Failure>(demand: .max(1))
    publisher.subscribe(recorder)
    #expect(recorder.isFinished)
    return recorder.values.first
  }

  @Test func ofThoseThatAreLevelTheFirstIsChosen() {
    let source = pairs.publisher.eraseToAnyPublisher()
    #expect(answer(source.max { $0.0 < $1.0 })?.1 == "b")
    #expect(answer(source.min { $0.0 < $1.0 })?.1 == "a")
    #expect(answer(source.tryMax { $0.0 < $1.0 })?.1 == "b")
    #expect(answer(source.tryMin { $0.0 < $1.0 })?.1 == "a")
  }

  @Test func withoutAnOrderTheirOwnIsUsed() {
    let source = [3, 1, 4, 1, 5, 9, 2, 6].publisher.eraseToAnyPublisher()
    #expect(answer(source.max()) == 9)
    #expect(answer(source.min()) == 1)
    #expect(answer(Empty<Int, Never>().max()) == nil)
    #expect(answer(Empty<Int, Never>().min()) == nil)
  }

  @Test func madeByHandItChoosesWhatComesLastInTheOrder() {
    let source = [3, 1, 4].publisher.eraseToAnyPublisher()
    #expect(answer(Publishers.Comparison(upstream: source, areInIncreasingOrder: <)) == 4)
    #expect(source.min().areInIncreasingOrder(1, 2) == false)
    #expect(source.max().areInIncreasingOrder(1, 2) == true)
  }

  @Test func eachValueIsComparedOnceWithTheBestSoFar() {
    var seen: [[Int]] = []
    let best = answer(
      [2, 1, 3].publisher.eraseToAnyPublisher()
        .max {
          seen.append([$0, $1])
          return $0 < $1
        })
    #expect(best == 3)
    #expect(seen == [[2, 1], [2, 3]])
  }

  @Test func whatTheOrderThrowsCancelsUpstreamAndFailsAtOnce() {  // C42
    for isMin in [false, true] {
      let source = Probe<Int, Broken>()
      let recorder = Recorder<Int, any Error>()
      var isCancelledFirst = false
      recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
      let order: (Int, Int) throws -> Bool = { _, _ in throw Broken.there }
      (isMin ? source.tryMin(by: order) : source.tryMax(by: order)).subscribe(recorder)
      source.send(1)
      #expect(recorder.completion == nil)
      source.send(2)
      #expect(recorder.failure as? Broken == .there)
      #expect(isCancelledFirst)
    }
  }
}
