import Streams
import StreamsTesting
import Testing

@Suite struct DropFirstTests {
  @Test func itsOwnSubscriptionGoesDownBeforeItSubscribesUpstream() {  // C5
    var order: [String] = []
    let recorder = Recorder<Int, Never>()
    recorder.onSubscription = { order.append("\($0.subscription!)") }
    Deferred {
      order.append("upstream")
      return Just(1)
    }.dropFirst().subscribe(recorder)
    #expect(order == ["Drop", "upstream"])
    recorder.cancel()
  }

  @Test func withoutACountItDropsOne() {
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    (1...3).publisher.dropFirst().subscribe(recorder)
    #expect(recorder.values == [2, 3] && recorder.isFinished)
  }

  @Test func moreThanThereIsLeavesNothing() {
    let recorder = Recorder<Int, Never>()
    (1...3).publisher.eraseToAnyPublisher().dropFirst(9).subscribe(recorder)
    #expect(recorder.values == [] && recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test func whatIsAskedBeforeTheSubscriptionIsAddedToTheCount() {  // C5, C23
    let source = Probe<Int, Never>(isLate: true)
    let recorder = Recorder<Int, Never>(demand: .max(2))
    source.dropFirst(3).subscribe(recorder)
    recorder.request(.max(1))
    #expect(source.asked == [])
    source.begin()
    #expect(source.asked == [.request(.max(6))])
    recorder.request(.max(1))
    #expect(source.asked == [.request(.max(6)), .request(.max(1))])
    recorder.cancel()
  }

  @Test func aCountTooBigToAddIsUnlimited() {  // C17
    let source = Probe<Int, Never>(isLate: true)
    let recorder = Recorder<Int, Never>(demand: .max(2))
    source.dropFirst(.max).subscribe(recorder)
    source.begin()
    #expect(source.asked == [.request(.unlimited)])
    recorder.cancel()
  }

  @Test func aFiniteDemandIsServedInFull() {
    let recorder = Recorder<Int, Never>(demand: .max(2))
    (1...9).publisher.eraseToAnyPublisher().dropFirst(4).subscribe(recorder)
    #expect(recorder.values == [5, 6] && recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [5, 6, 7])
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test func anEndBeforeTheSubscriptionIsDroppedAndACancelRemembered() {  // C10, C11
    let source = Probe<Int, Never>(isLate: true, keepsLaw: false)
    let recorder = Recorder<Int, Never>(demand: .max(1))
    source.dropFirst().subscribe(recorder)
    source.send(1)
    source.finish()
    #expect(recorder.signals.count == 1)
    recorder.cancel()
    source.begin()
    #expect(source.asked == [.cancel])
    source.dropSubscribers()
  }

  @Test func theyAreEqualIfTheirUpstreamsAndCountsAre() {
    #expect(Just(1).eraseTwice.dropFirst(2) == Just(1).eraseTwice.dropFirst(2))
    #expect(Just(1).eraseTwice.dropFirst(2) != Just(1).eraseTwice.dropFirst(3))
    #expect(Just(1).eraseTwice.dropFirst(2) != Just(2).eraseTwice.dropFirst(2))
  }

  @Test func aNegativeCountTrapsWhenSomebodySubscribes() async {
    let made = Probe<Int, Never>().dropFirst(-1)
    #expect(made.count == -1)
    await #expect(processExitsWith: .failure) {
      Probe<Int, Never>().dropFirst(-1).subscribe(Recorder<Int, Never>())
    }
  }
}
