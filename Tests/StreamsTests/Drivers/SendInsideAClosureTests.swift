import Streams
import StreamsTesting
import Testing

/// A closure may send into the stream that it works for: the inner value goes through first, and what the outer call
/// returns counts last (docs/decisions/065).
@Suite struct SendInsideAClosureTests {  // C34
  private let subject = PassthroughSubject<Int, Never>()

  /// What comes out when 1, 2, 3 are sent, and 10 from inside the closure while it works on `outer`.
  private func output<P: Publisher>(_ outer: Int, _ make: (@escaping (Int) -> Void) -> P) -> [P.Output] {
    var seen: [P.Output] = []
    let token = make { [subject] in if $0 == outer { subject.send(10) } }
      .sink(receiveCompletion: { _ in }, receiveValue: { seen.append($0) })
    for n in 1...3 { subject.send(n) }
    subject.send(completion: .finished)
    return withExtendedLifetime(token) { seen }
  }

  private func sum(_ look: @escaping (Int) -> Void) -> (Int, Int) -> Int {
    { sum, next in
      look(next)
      return sum + next
    }
  }

  private func isLess(_ look: @escaping (Int) -> Void) -> (Int, Int) -> Bool {
    { best, next in
      look(next)
      return best < next
    }
  }

  @Test func mapHasTheInnerValueFirst() {
    let seen = output(1) { look in
      subject.map {
        look($0)
        return $0
      }
    }
    #expect(seen == [10, 1, 2, 3])
  }

  @Test func scanRemembersWhatTheOuterCallReturned() {
    #expect(output(2) { subject.scan(0, sum($0)) } == [1, 11, 3, 6])
  }
  @Test func tryScanToo() { #expect(output(2) { subject.tryScan(0, sum($0)) } == [1, 11, 3, 6]) }
  @Test func soDoesReduce() { #expect(output(2) { subject.reduce(0, sum($0)) } == [6]) }
  @Test func andTryReduce() { #expect(output(2) { subject.tryReduce(0, sum($0)) } == [6]) }
  @Test func aComparisonDecidesForTheOuterValue() { #expect(output(2) { subject.max(by: isLess($0)) } == [3]) }

  @Test func behindTheOperatorNothingIsLeftOut() {
    var seen: [Int] = []
    let token = subject.scan(0, +).sink { [subject] in
      seen.append($0)
      if $0 == 3 { subject.send(10) }
    }
    for n in 1...3 { subject.send(n) }
    #expect(seen == [1, 3, 13, 16])
    withExtendedLifetime(token) {}
  }
}
