import Streams
import StreamsTesting
import Testing

// What each operator does with a publisher or a subscriber that breaks the contract: the columns of the table.

extension Row {
  fileprivate func ending(_ bench: LawBench) -> [Int] {
    bench.recorder.values + (bench.recorder.isFinished ? [-1] : [])
  }
}

@Test("C10: a value or an end before the subscription is dropped or passed on, as the table says", arguments: Row.all)
func earlySignals(row: Row) {
  func comes(_ send: (LawBench) -> Void) -> [Int] {
    let bench = LawBench(row, demand: .unlimited, isLate: true, keepsLaw: false)
    bench.subscribe()
    send(bench)
    defer { bench.begin() }  // so that nothing waits for ever for what it remembers
    return row.ending(bench)
  }
  if row.early == .drop || row.early == .pass || row.early == .passValues {
    let passed = row.output(of: [1]) + (row.endsItself ? [-1] : [])
    #expect(comes { $0.send(1) } == (row.early == .drop ? [] : passed))
  }
  if row.early == .drop || row.early == .passValues || row.early == .trapValues {
    #expect(comes { $0.finish() } == [])
  } else if row.early == .pass {
    #expect(comes { $0.finish() } == [-1])
  }
}

@Test("C10: a value or an end before the subscription traps where the table says so")
func earlySignalsTrap() async {
  expectNoSurvivors(
    await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      reportSurvivors(
        Row.all.filter { $0.early == .trap || $0.early == .trapValues }.flatMap { row -> [Trapping] in
          func trapping(_ what: String, _ send: @escaping (LawBench) -> Void) -> Trapping {
            (
              row.name + what,
              {
                let bench = LawBench(row, demand: .unlimited, isLate: true, keepsLaw: false)
                bench.subscribe()
                send(bench)
              }
            )
          }
          let value = trapping(", a value") { $0.send(1) }
          return row.early == .trap ? [value, trapping(", an end") { $0.finish() }] : [value]
        }
      )
    })
}

@Test(
  "C15: request(.none) is accepted and goes no further, or is passed on with the subscription",
  arguments: Row.all.filter { $0.zero != .trap })
func zeroDemandIsAccepted(row: Row) {
  let bench = LawBench(row)
  bench.subscribe()
  let asked = bench.probe.asked
  bench.recorder.subscription?.request(.none)
  bench.settle()
  #expect(bench.probe.asked == asked + (row.zero == .pass ? [.request(.none)] : []))
  #expect(bench.recorder.signals.count == 1)
}

@Test("C15: request(.none) traps where the table says so")
func zeroDemandTraps() async {
  expectNoSurvivors(
    await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      reportSurvivors(
        Row.all.filter { $0.zero == .trap }.map { row in
          (
            row.name,
            {
              let bench = LawBench(row)
              bench.subscribe()
              bench.recorder.subscription?.request(.none)
              bench.settle()
            }
          )
        }
      )
    })
}

@Test(
  "C20: a value nobody asked for is held, dropped or passed on, as the table says",
  arguments: Row.all.filter { $0.surplus != .trap })
func surplus(row: Row) {
  let bench = LawBench(row, keepsLaw: false)
  bench.subscribe()
  bench.send(1)
  if row.surplus == .pass { return #expect(bench.recorder.values == row.output(of: [1])) }
  #expect(bench.recorder.values == [])
  bench.request(.unlimited)
  bench.finish()
  #expect(bench.recorder.values == (row.surplus == .hold ? row.output(of: [1]) : []))
  #expect(bench.recorder.isFinished)
  #expect(bench.recorder.violations == [])
}

@Test("C20: a value nobody asked for traps where the table says so")
func surplusTraps() async {
  expectNoSurvivors(
    await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      reportSurvivors(
        Row.all.filter { $0.surplus == .trap }.map { row in
          (
            row.name,
            {
              let bench = LawBench(row, keepsLaw: false)
              bench.subscribe()
              bench.send(1)
            }
          )
        }
      )
    })
}

@Test("C44: whatever comes after the completion is dropped, or passed on by who checks nothing", arguments: Row.all)
func afterTheCompletion(row: Row) {
  let bench = LawBench(row, demand: .unlimited, keepsLaw: false)
  bench.subscribe()
  bench.send(1)
  bench.finish()
  let signals = bench.recorder.signals.count
  bench.send(2)
  bench.finish()
  let more = bench.recorder.signals.count - signals
  #expect(more == (row.again == .drop ? 0 : row.shape == .once ? 1 : 2))
}

@Test("an operator keeps quiet about a bad publisher only if it has no subscription of its own", arguments: Row.all)
func transparency(row: Row) {  // C6, C15, C44
  #expect((row.zero == .pass) == row.isTransparent)
  #expect((row.again == .pass) == row.isTransparent)
}
