import Streams
import StreamsTesting
import Testing

@Suite struct ReplaceErrorTests {
  @Test func withDemandTheReplacementComesAtOnce() {
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, Never>(demand: .max(2))
    source.replaceError(with: -1).subscribe(recorder)
    #expect("\(recorder.subscription!)" == "ReplaceError")
    source.send(1)
    source.fail(.here)
    #expect(recorder.values == [1, -1] && recorder.isFinished)
    #expect(source.asked == [.request(.max(2))])
    #expect(recorder.violations == [])
  }

  @Test func withoutDemandItWaits() {  // C47
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, Never>(demand: .max(1))
    source.replaceError(with: -1).subscribe(recorder)
    source.send(1)
    source.fail(.here)
    #expect(recorder.values == [1] && recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [1, -1] && recorder.isFinished)
    recorder.request(.max(1))
    #expect(recorder.violations == [])
  }

  @Test func demandReturnedCountsToo() {
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, Never>(demand: .max(1))
    recorder.onValue = { _, value in value == 1 ? .max(1) : .none }
    source.replaceError(with: -1).subscribe(recorder)
    source.send(1)
    source.fail(.here)
    #expect(recorder.values == [1, -1])
  }

  @Test func finishingNeedsNoReplacement() {
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, Never>()
    source.replaceError(with: -1).subscribe(recorder)
    source.finish()
    source.fail(.here)
    #expect(recorder.values == [] && recorder.isFinished)
  }

  @Test func aCancelHoldsAlsoWhileTheReplacementWaitsAndInsideIt() {
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, Never>()
    source.replaceError(with: -1).subscribe(recorder)
    source.fail(.here)
    recorder.cancel()
    recorder.request(.max(1))
    #expect(recorder.values == [])
    let inside = Recorder<Int, Never>(demand: .max(1))
    inside.onValue = { recorder, _ in
      recorder.cancel()
      return .none
    }
    Fail<Int, Broken>(error: .here).replaceError(with: -1).subscribe(inside)
    #expect(inside.values == [-1])
    #expect(inside.violations == [])
  }

  @Test func theSubscriberIsLetGoOfHoweverItEnds() {  // C72
    for how in 0..<3 {
      let source = Probe<Int, Broken>()
      weak var held: Recorder<Int, Never>?
      var subscription: (any Subscription)?
      do {
        let recorder = Recorder<Int, Never>()
        held = recorder
        source.replaceError(with: -1).subscribe(recorder)
        subscription = recorder.subscription
        recorder.dropSubscription()
      }
      switch how {
      case 0: source.finish()
      case 1: subscription?.cancel()
      default:
        source.fail(.here)
        #expect(held != nil)
        subscription?.request(.max(1))
      }
      #expect(held == nil)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func anUnaskedValueAndAskingForZeroTrap() async {  // C15, C20
    await #expect(processExitsWith: .failure) {
      let source = Probe<Int, Broken>(keepsLaw: false)
      source.replaceError(with: -1).subscribe(AnySubscriber())
      source.send(1)
    }
    await #expect(processExitsWith: .failure) {
      Probe<Int, Broken>().replaceError(with: 1)
        .subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
    }
  }

  @Test func failingAndAskedByTwoThreadsAtOnceItComesOnce() async {
    for _ in 0..<200 {
      let source = Probe<Int, Broken>()
      let recorder = Recorder<Int, Never>()
      source.replaceError(with: -1).subscribe(recorder)
      let shared = Unchecked((source, recorder))
      await withTaskGroup(of: Void.self) { group in
        group.addTask { shared.value.0.fail(.here) }
        group.addTask { shared.value.1.request(.max(1)) }
      }
      #expect(recorder.values == [-1] && recorder.isFinished)
      #expect(recorder.violations == [])
    }
  }

  @Test func theyAreEqualIfTheirUpstreamsAndValuesAre() {
    #expect(Just(1).eraseTwice.replaceError(with: 2) == Just(1).eraseTwice.replaceError(with: 2))
    #expect(Just(1).eraseTwice.replaceError(with: 2) != Just(1).eraseTwice.replaceError(with: 3))
  }
}
