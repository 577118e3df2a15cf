import Streams
import StreamsTesting
import Testing

@Test(
  "C15: request(.none) is accepted by these, asks for nothing and is never passed upstream",
  arguments: Row.all.filter { row in
    ["append", "retry", "buffer", "debounce", "receive", "merge"].contains { row.name.hasPrefix($0) }
  })
func zeroDemandIsAcceptedAndStays(row: Row) {
  let bench = LawBench(row)
  bench.subscribe()
  let asked = bench.probe.asked
  bench.recorder.subscription?.request(.none)
  bench.time.run()
  #expect(bench.probe.asked == asked)
  #expect(!bench.probe.asked.contains(.request(.none)))
  #expect(bench.recorder.values == [])
}

@Test("C15: no operator passes a zero demand upstream by itself", arguments: Row.all)
func noOperatorAsksForNothing(row: Row) {
  let bench = LawBench(row, demand: .max(2))
  bench.subscribe()
  bench.send(1)
  bench.finish()
  #expect(!bench.probe.asked.contains(.request(.none)))
}

@Test("C15: a zero demand traps where Combine traps")
func zeroDemandTraps() async {
  await #expect(processExitsWith: .failure) {
    let recorder = Recorder<Int, Never>()
    Just(1).subscribe(recorder)
    recorder.subscription?.request(.none)
  }
  await #expect(processExitsWith: .failure) {
    let recorder = Recorder<Int, Never>()
    PassthroughSubject<Int, Never>().subscribe(recorder)
    recorder.subscription?.request(.none)
  }
  await #expect(processExitsWith: .failure) {
    let recorder = Recorder<Int, Oops>()
    Probe<Int, Oops>().zip(Probe<Int, Oops>()).map { $0.0 }.subscribe(recorder)
    recorder.subscription?.request(.none)
  }
  await #expect(processExitsWith: .failure) {
    let recorder = Recorder<Int, Oops>()
    Probe<Int, Oops>().flatMap { Just($0).failing(with: Oops.self) }.subscribe(recorder)
    recorder.subscription?.request(.none)
  }
  await #expect(processExitsWith: .failure) {
    let recorder = Recorder<Int, Oops>()
    Probe<Int, Oops>().reduce(0, +).subscribe(recorder)
    recorder.subscription?.request(.none)
  }
}
