import Streams
import StreamsTesting
import Testing

@Suite struct CombineLatestTests {
  private func values<P: Publisher>(_ publisher: P) -> [P.Output] where P.Failure == Never {
    var values: [P.Output] = []
    let token = publisher.sink { values.append($0) }
    return withExtendedLifetime(token) { values }
  }

  @Test func eachNumberOfInputsHasItsTypeAndItsTransform() {
    let (a, b, c, d) = (Just(1), ["x", "y"].publisher, Just(true), Just(2.5))
    typealias B = Publishers.Sequence<[String], Never>
    let two: Publishers.CombineLatest<Just<Int>, B> = a.combineLatest(b)
    let three: Publishers.CombineLatest3<Just<Int>, B, Just<Bool>> = a.combineLatest(b, c)
    let four: Publishers.CombineLatest4<Just<Int>, B, Just<Bool>, Just<Double>> = a.combineLatest(b, c, d)
    #expect(values(two).map { "\($0)" } == [#"(1, "x")"#, #"(1, "y")"#])
    #expect(values(three).map { "\($0)" } == [#"(1, "y", true)"#])
    #expect(values(four).map { "\($0)" } == [#"(1, "y", true, 2.5)"#])

    let twoMade: Publishers.Map<Publishers.CombineLatest<Just<Int>, B>, String> = a.combineLatest(b) { "\($0)\($1)" }
    let threeMade: Publishers.Map<Publishers.CombineLatest3<Just<Int>, B, Just<Bool>>, String> =
      a.combineLatest(b, c) { "\($0)\($1)\($2)" }
    let fourMade: Publishers.Map<Publishers.CombineLatest4<Just<Int>, B, Just<Bool>, Just<Double>>, String> =
      a.combineLatest(b, c, d) { "\($0)\($1)\($2)\($3)" }
    #expect(values(twoMade) == ["1x", "1y"])
    #expect(values(threeMade) == ["1ytrue"])
    #expect(values(fourMade) == ["1ytrue2.5"])

    #expect(two == Publishers.CombineLatest(a, b) && two != Publishers.CombineLatest(Just(2), b))
    #expect(three == Publishers.CombineLatest3(a, b, c) && three != Publishers.CombineLatest3(a, b, Just(false)))
    #expect(four == Publishers.CombineLatest4(a, b, c, d) && four != Publishers.CombineLatest4(a, b, c, Just(1)))
    #expect(four.a == a && four.b == b && four.c == c && four.d == d)
  }

  /// A change that comes while a tuple is being delivered is sent after it (docs/decisions/008).
  @Test func theLastStateIsNotLostWhenAnInputChangesInsideTheDelivery() {  // row 73, C34
    let (a, b, c) = (
      CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0)
    )
    var seen: [[Int]] = []
    let token = a.combineLatest(b, c).sink { value in
      seen.append([value.0, value.1, value.2])
      if value.0 == 1, value.1 == 0 { b.send(10) }
      if value.1 == 10, value.2 == 0 { c.send(100) }
    }
    a.send(1)
    #expect(seen == [[0, 0, 0], [1, 0, 0], [1, 10, 0], [1, 10, 100]])
    token.cancel()
  }

  @Test func anInputThatEndsWithoutAValueEndsItOnlyWithTheOthers() {  // FD5, row 73
    let (live, done) = (Probe<Int, Broken>(), Probe<Int, Broken>())
    let recorder = Recorder<Int, Broken>(demand: .unlimited)
    Empty<Int, Broken>().combineLatest(live, done).map { $0.1 }.subscribe(recorder)
    live.send(1)
    done.finish()
    #expect(recorder.completion == nil)
    live.finish()
    #expect(recorder.isFinished)
    #expect(recorder.values == [])
    #expect(recorder.violations == [])
  }

  @Test func whatIsRequestedInsideReceiveGoesBackToTheInputThatSent() {  // row 73, DETAILS 15
    let inputs = (0..<4).map { _ in Probe<Int, Never>() }
    let recorder = Recorder<Int, Never>(demand: .max(1))
    inputs[0].combineLatest(inputs[1], inputs[2], inputs[3]) { $0 + $1 + $2 + $3 }.subscribe(recorder)
    recorder.onValue = { recorder, _ in
      recorder.request(.max(2))
      return .max(3)
    }
    for input in inputs.dropLast() { input.send(1) }
    #expect(inputs[3].send(1) == .max(5))
    for input in inputs.dropLast() {
      #expect(input.asked == [.request(.max(1)), .returned(.max(1)), .request(.max(5))])
    }
    #expect(inputs[3].asked == [.request(.max(1)), .returned(.max(5))])
    recorder.cancel()
    #expect(recorder.violations == [])
  }
}
