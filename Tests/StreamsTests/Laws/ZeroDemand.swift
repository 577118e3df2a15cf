import Streams
import StreamsTesting
import Testing

@Test("C15: no operator passes a zero demand upstream by itself", arguments: Row.all)
func noOperatorAsksForNothing(row: Row) {
  let bench = LawBench(row, demand: .max(2))
  bench.subscribe()
  bench.send(1)
  bench.finish()
  #expect(!bench.probe.asked.contains(.request(.none)))
}

private func askForNothing(_ source: some Publisher<Int, Never>) {
  let recorder = Recorder<Int, Never>()
  source.subscribe(recorder)
  recorder.subscription?.request(.none)
}

@Test("C15: a zero demand traps in sources of one value and in subjects")
func zeroDemandTrapsInSources() async {
  expectNoSurvivors(
    await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      reportSurvivors([
        ("Just", { askForNothing(Just(1)) }),
        ("Optional", { askForNothing(Int?.some(1).publisher) }),
        ("Result", { askForNothing(Result<Int, Never>.success(1).publisher) }),
        ("Future", { askForNothing(Future { $0(.success(1)) }) }),
        ("PassthroughSubject", { askForNothing(PassthroughSubject()) }),
        ("CurrentValueSubject", { askForNothing(CurrentValueSubject(1)) }),
      ])
    })
}
