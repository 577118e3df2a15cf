import Streams
import StreamsTesting
import Testing

@Suite struct HandleEventsTests {
  final class Log {
    var events: [String] = []
  }

  private func watch<P: Publisher>(_ publisher: P, _ log: Log) -> Publishers.HandleEvents<P> {
    publisher.handleEvents(
      receiveSubscription: { log.events.append("subscription \($0)") }, receiveOutput: { log.events.append("\($0)") },
      receiveCompletion: { log.events.append("\($0)") }, receiveCancel: { log.events.append("cancel") },
      receiveRequest: { log.events.append("\($0)") })
  }

  @Test func eachClosureIsCalledBeforeWhatItTellsIsPassedOn() {  // DETAILS 40
    let (log, source) = (Log(), Probe<Int, Broken>())
    let recorder = Recorder<Int, Broken>()
    recorder.onSubscription = { _ in log.events.append("> subscription") }
    recorder.onValue = { _, value in
      log.events.append("> \(value)")
      return value == 1 ? .max(1) : .none
    }
    recorder.onCompletion = { _, _ in log.events.append("> end") }
    watch(source, log).subscribe(recorder)
    recorder.request(.max(1))
    source.send(1)
    source.send(2)
    source.fail(.here)
    #expect(
      log.events == [
        "subscription Probe", "> subscription", "max(1)", "1", "> 1", "max(1)", "2", "> 2",
        "failure(StreamsTests.Broken.here)", "> end",
      ])
    #expect(source.asked == [.request(.max(1)), .returned(.max(1))])
  }

  @Test func cancelIsToldFirstAndEachTimeButNotAfterTheEnd() {
    let (log, source) = (Log(), Probe<Int, Never>())
    source.onCancel = { _ in log.events.append("> cancel") }
    let recorder = Recorder<Int, Never>()
    watch(source, log).subscribe(recorder)
    recorder.cancel()
    recorder.cancel()
    recorder.request(.max(1))
    #expect(log.events == ["subscription Probe", "cancel", "> cancel", "cancel"])
    let (other, finished) = (Log(), Recorder<Int, Never>())
    watch(Empty<Int, Never>(), other).subscribe(finished)
    finished.request(.max(1))
    finished.subscription?.cancel()
    #expect(other.events == ["subscription Empty", "finished"])
  }

  @Test func afterTheFirstCompletionNothingIsToldOrPassedOn() {  // DETAILS 40, as far as C44 allows
    let (log, source) = (Log(), Probe<Int, Broken>(keepsLaw: false))
    let recorder = Recorder<Int, Broken>(demand: .max(2))
    watch(source, log).subscribe(recorder)
    source.fail(.here)
    let told = log.events
    source.send(1)
    source.fail(.here)
    source.finish()
    recorder.request(.max(1))
    recorder.subscription?.cancel()
    #expect(log.events == told && told.last == "failure(StreamsTests.Broken.here)")
    #expect(recorder.values == [] && recorder.violations == [])
  }

  @Test func theClosuresGoWithTheEnd() {
    let source = Probe<Int, Never>()
    weak var held: Log?
    let token: AnyCancellable
    do {
      let log = Log()
      held = log
      token = watch(source, log).sink { _ in }
    }
    #expect(held != nil)
    source.finish()
    #expect(held == nil)
    withExtendedLifetime(token) {}
  }

  @Test func closuresThatAreLeftOutCostNothingToTheStream() {
    let recorder = Recorder<Int, Never>(demand: .max(2))
    (1...3).publisher.handleEvents().subscribe(recorder)
    #expect(recorder.values == [1, 2])
    recorder.request(.max(1))
    #expect(recorder.isFinished)
    #expect(recorder.violations == [])
  }
}
