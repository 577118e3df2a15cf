import Streams
import StreamsTesting
import Testing

@Suite struct IgnoreOutputTests {
  @Test func upstreamsOwnSubscriptionGoesDownAndThenEverythingIsAskedFor() {  // C6, C24
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Never, Broken>()
    recorder.onSubscription = { _ in #expect(source.asked == []) }
    source.ignoreOutput().subscribe(recorder)
    #expect("\(recorder.subscription!)" == "Probe")
    #expect(source.asked == [.request(.unlimited)])
    #expect(source.send(1) == Subscribers.Demand.none)
    source.fail(.here)
    #expect(recorder.signals.count == 2 && recorder.failure == .here)
  }

  @Test func itKeepsNoStateSoItPassesOnAlsoASecondEnd() {  // C44
    let source = Probe<Int, Broken>(keepsLaw: false)
    let recorder = Recorder<Never, Broken>()
    source.ignoreOutput().subscribe(recorder)
    source.finish()
    source.finish()
    #expect(recorder.signals.count == 3)
    source.dropSubscribers()
  }

  @Test func anEndlessSourceIsStoppedByACancelFromInside() {
    let recorder = Recorder<Never, Never>()
    var count = 0
    (0...).publisher.eraseToAnyPublisher()
      .map { (number: Int) -> Void in
        count = number
        if number == 5 { recorder.cancel() }
      }
      .ignoreOutput().subscribe(recorder)
    #expect(count == 5)
    #expect(recorder.completion == nil)
  }

  @Test func theyAreEqualIfTheirUpstreamsAre() {
    #expect(Just(1).eraseTwice.ignoreOutput() == Just(1).eraseTwice.ignoreOutput())
    #expect(Just(1).eraseTwice.ignoreOutput() != Just(2).eraseTwice.ignoreOutput())
  }
}
