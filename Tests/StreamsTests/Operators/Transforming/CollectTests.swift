import Streams
import StreamsTesting
import Testing

@Suite struct CollectTests {
  @Test func groupsMultiplyTheDemand() {  // C24, DETAILS 19
    let source = Probe<Int, Never>()
    let recorder = Recorder<[Int], Never>()
    recorder.onValue = { _, group in group == [1, 2, 3] ? .max(2) : .none }
    source.collect(3).subscribe(recorder)
    recorder.request(.max(1))
    #expect(source.send(1) == Subscribers.Demand.none)
    source.send(2)
    #expect(source.send(3) == .max(6))
    #expect(source.asked == [.request(.max(3)), .returned(.max(6))])
    #expect(recorder.values == [[1, 2, 3]])
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test func finishingSendsWhatThereIsAndAFailureDropsIt() {  // C45
    let source = Probe<Int, Broken>()
    let (kept, dropped) = (Recorder<[Int], Broken>(demand: .max(2)), Recorder<[Int], Broken>(demand: .max(2)))
    source.collect(2).subscribe(kept)
    for value in 1...3 { source.send(value) }
    source.finish()
    #expect(kept.values == [[1, 2], [3]] && kept.isFinished)
    source.collect(2).subscribe(dropped)
    source.send(1)
    source.fail(.here)
    #expect(dropped.values == [] && dropped.failure == .here)
  }

  @Test func finishingOnAFullGroupSendsNoEmptyOne() {
    let recorder = Recorder<[Int], Never>(demand: .unlimited)
    (1...4).publisher.collect(2).subscribe(recorder)
    #expect(recorder.values == [[1, 2], [3, 4]] && recorder.isFinished)
  }

  @Test func cancelledInTheLastGroupItSendsNoEnd() {
    let recorder = Recorder<[Int], Never>(demand: .unlimited)
    recorder.onValue = { recorder, group in
      if group == [3] { recorder.cancel() }
      return .none
    }
    (1...3).publisher.collect(2).subscribe(recorder)
    #expect(recorder.values == [[1, 2], [3]])
    #expect(recorder.violations == [])
  }

  @Test func aHugeGroupCostsNoMemoryBeforeItIsThere() {
    let recorder = Recorder<[Int], Never>(demand: .max(3))
    (1...2).publisher.collect(Int.max).subscribe(recorder)
    #expect(recorder.values == [[1, 2]])
  }

  @Test func theyAreEqualIfTheirUpstreamsAndCountsAre() {
    #expect(Just(1).eraseTwice.collect(2) == Just(1).eraseTwice.collect(2))
    #expect(Just(1).eraseTwice.collect(2) != Just(1).eraseTwice.collect(3))
  }

  @Test func askingForZeroAndGroupsOfNoneTrap() async {
    await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().collect(0) }
    await #expect(processExitsWith: .failure) {
      Probe<Int, Never>().collect(2).subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
    }
  }
}

extension Just {
  /// A publisher that is equal to others and of which nothing is specialised.
  var eraseTwice: Publishers.SetFailureType<Just<Output>, Broken> { Publishers.SetFailureType(upstream: self) }
}
