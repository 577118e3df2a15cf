import Streams
import StreamsTesting
import Testing

@Suite struct ContainsTests {
  private func answer<P: Publisher>(_ publisher: P) -> Bool? where P.Output == Bool {
    let recorder = Recorder<Bool, P.Failure>(demand: .max(1))
    publisher.subscribe(recorder)
    #expect(recorder.isFinished && recorder.values.count == 1)
    return recorder.values.first
  }

  @Test func itSaysWhetherAValueComes() {
    let source = (1...3).publisher.eraseToAnyPublisher()
    #expect(answer(source.contains(3)) == true)
    #expect(answer(source.contains(4)) == false)
    #expect(answer(source.contains { $0 > 2 }) == true)
    #expect(answer(source.contains { $0 > 3 }) == false)
    #expect(answer(source.tryContains { $0 > 2 }) == true)
    #expect(answer(source.allSatisfy { $0 > 0 }) == true)
    #expect(answer(source.allSatisfy { $0 > 1 }) == false)
    #expect(answer(source.tryAllSatisfy { $0 > 0 }) == true)
  }

  @Test func ofNothingItContainsNothingAndAllSatisfies() {
    let source = Empty<Int, Never>().eraseToAnyPublisher()
    #expect(answer(source.contains(1)) == false)
    #expect(answer(source.allSatisfy { _ in false }) == true)
  }

  @Test func nothingIsTestedAfterTheAnswerIsKnown() {
    var tests = 0
    let source = (1...9).publisher.eraseToAnyPublisher()
    #expect(
      answer(
        source.allSatisfy {
          tests += 1
          return $0 < 3
        }) == false)
    #expect(tests == 3)
  }

  @Test func theyAreEqualIfTheirUpstreamsAndValuesAre() {
    #expect(Just(1).eraseTwice.contains(2) == Just(1).eraseTwice.contains(2))
    #expect(Just(1).eraseTwice.contains(2) != Just(1).eraseTwice.contains(3))
    #expect(Just(1).eraseTwice.contains(2) != Just(2).eraseTwice.contains(2))
  }
}
