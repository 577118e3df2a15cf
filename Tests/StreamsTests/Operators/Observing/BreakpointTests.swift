import Glibc
import Streams
import StreamsTesting
import Testing

@Suite struct BreakpointTests {
  @Test func eachClosureIsAskedBeforeItsSignalIsPassedOn() {
    var events: [String] = []
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, Broken>(demand: .max(1))
    recorder.onSubscription = { _ in events.append("> subscription") }
    recorder.onValue = { _, value in
      events.append("> \(value)")
      return .none
    }
    recorder.onCompletion = { _, _ in events.append("> end") }
    source.breakpoint(
      receiveSubscription: {
        events.append("\($0)")
        return false
      },
      receiveOutput: {
        events.append("\($0)")
        return false
      },
      receiveCompletion: { _ in
        events.append("end")
        return false
      }
    ).subscribe(recorder)
    source.send(1)
    source.finish()
    #expect(events == ["Probe", "> subscription", "1", "> 1", "end", "> end"])
  }

  @Test func withoutClosuresItStopsNowhere() {
    let recorder = Recorder<Int, Broken>(demand: .unlimited)
    let source = Probe<Int, Broken>()
    source.breakpoint().subscribe(recorder)
    source.send(1)
    source.fail(.here)
    #expect(recorder.values == [1] && recorder.failure == .here)
  }

  @Test func onErrorDoesNotStopForAnythingElse() {
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    (1...3).publisher.breakpointOnError().subscribe(recorder)
    #expect(recorder.values == [1, 2, 3] && recorder.isFinished)
  }

  @Test func itStopsWithTheSignalThatDebuggersCatch() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      Just(1).breakpoint(receiveSubscription: { _ in true }).subscribe(Recorder<Int, Never>())
    }
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      [1, 2].publisher.breakpoint(receiveOutput: { $0 == 2 }).subscribe(Recorder<Int, Never>(demand: .unlimited))
    }
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      Empty<Int, Never>().breakpoint(receiveCompletion: { _ in true }).subscribe(Recorder<Int, Never>())
    }
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      Fail<Int, Broken>(error: .here).breakpointOnError().subscribe(Recorder<Int, Broken>())
    }
  }
}
