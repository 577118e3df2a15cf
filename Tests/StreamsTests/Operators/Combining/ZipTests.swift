import Streams
import StreamsTesting
import Testing

@Suite struct ZipTests {
  private func values<P: Publisher>(_ publisher: P) -> [P.Output] where P.Failure == Never {
    var values: [P.Output] = []
    let token = publisher.sink { values.append($0) }
    return withExtendedLifetime(token) { values }
  }

  @Test func eachNumberOfInputsHasItsTypeAndItsTransform() {
    let (a, b, c, d) = ([1, 2].publisher, ["x", "y"].publisher, [true].publisher, [2.5, 3.5].publisher)
    typealias S<Element> = Publishers.Sequence<[Element], Never>
    let two: Publishers.Zip<S<Int>, S<String>> = a.zip(b)
    let three: Publishers.Zip3<S<Int>, S<String>, S<Bool>> = a.zip(b, c)
    let four: Publishers.Zip4<S<Int>, S<String>, S<Bool>, S<Double>> = a.zip(b, c, d)
    #expect(values(two).map { "\($0)" } == [#"(1, "x")"#, #"(2, "y")"#])
    #expect(values(three).map { "\($0)" } == [#"(1, "x", true)"#])
    #expect(values(four).map { "\($0)" } == [#"(1, "x", true, 2.5)"#])

    let twoMade: Publishers.Map<Publishers.Zip<S<Int>, S<String>>, String> = a.zip(b) { "\($0)\($1)" }
    let threeMade: Publishers.Map<Publishers.Zip3<S<Int>, S<String>, S<Bool>>, String> =
      a.zip(b, c) { "\($0)\($1)\($2)" }
    let fourMade: Publishers.Map<Publishers.Zip4<S<Int>, S<String>, S<Bool>, S<Double>>, String> =
      a.zip(b, c, d) { "\($0)\($1)\($2)\($3)" }
    #expect(values(twoMade) == ["1x", "2y"])
    #expect(values(threeMade) == ["1xtrue"])
    #expect(values(fourMade) == ["1xtrue2.5"])

    #expect(two == Publishers.Zip(a, b) && two != Publishers.Zip([1].publisher, b))
    #expect(three == Publishers.Zip3(a, b, c) && three != Publishers.Zip3(a, b, [false].publisher))
    #expect(four == Publishers.Zip4(a, b, c, d) && four != Publishers.Zip4(a, b, c, [1].publisher))
    #expect(four.a == a && four.b == b && four.c == c && four.d == d)
  }

  /// Whoever sends last gets the request as its return value; nobody is asked twice.
  @Test(arguments: 0..<4) func whatIsRequestedInsideReceiveGoesBackToTheInputThatSent(last: Int) {  // row 76, C22
    let inputs = (0..<4).map { _ in Probe<Int, Never>() }
    let recorder = Recorder<Int, Never>(demand: .max(1))
    inputs[0].zip(inputs[1], inputs[2], inputs[3]) { $0 + $1 + $2 + $3 }.subscribe(recorder)
    recorder.onValue = { recorder, _ in
      recorder.request(.max(2))
      recorder.request(.max(4))
      return .max(3)
    }
    for (i, input) in inputs.enumerated() where i != last { input.send(1) }
    #expect(inputs[last].send(1) == .max(9))
    for (i, input) in inputs.enumerated() where i != last {
      #expect(input.asked == [.request(.max(1)), .request(.max(9))])
    }
    #expect(inputs[last].asked == [.request(.max(1)), .returned(.max(9))])
    #expect(recorder.values == [4])
    recorder.cancel()
    #expect(recorder.violations == [])
  }

  @Test func aRequestInsideReceiveSendsWhatWaits() {  // C20, C21
    let (a, b) = (Probe<Int, Never>(keepsLaw: false), Probe<Int, Never>(keepsLaw: false))
    let recorder = Recorder<Int, Never>(demand: .max(1))
    a.zip(b) { $0 + $1 }.subscribe(recorder)
    recorder.onValue = { recorder, _ in
      if recorder.values.count < 3 { recorder.request(.max(1)) }
      return .none
    }
    for i in 1...4 { a.send(i) }
    for i in 1...4 { b.send(10 * i) }
    #expect(recorder.values == [11, 22, 33])
    recorder.request(.max(1))
    #expect(recorder.values == [11, 22, 33, 44])
    recorder.cancel()
    b.dropSubscribers()
    a.dropSubscribers()
    #expect(recorder.violations == [])
  }

  @Test func itIsAliveWhileTheInputThatFinishedIsAhead() {  // FD11, DETAILS 15
    let (a, b, c) = (Probe<Int, Never>(), Probe<Int, Never>(), Probe<Int, Never>())
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    a.zip(b, c) { $0 + $1 + $2 }.subscribe(recorder)
    a.send(1)
    a.send(2)
    a.finish()
    b.send(1)
    c.send(1)
    #expect(recorder.completion == nil)
    c.send(1)
    c.finish()
    #expect(recorder.completion == nil)
    b.send(1)
    #expect(recorder.values == [3, 4])
    #expect(recorder.isFinished)
    #expect(b.cancelCount == 1)
    #expect(recorder.violations == [])
  }
}
