import Streams
import StreamsTesting
import Testing

@Suite struct FutureTests {
  typealias Pending = (future: Future<Int, Broken>, keep: Future<Int, Broken>.Promise)

  private func pending() -> Pending {
    var promise: Future<Int, Broken>.Promise!
    let future = Future<Int, Broken> { promise = $0 }
    return (future, promise)
  }

  @Test func theClosureRunsAtOnceAndOnce() {  // C70
    var count = 0
    let future = Future<Int, Never> {
      count += 1
      $0(.success(1))
    }
    #expect(count == 1)
    for _ in 0..<2 { _ = future.sink { _ in } }
    #expect(count == 1)
  }

  @Test func theValueGoesToWhoeverAskedInOrderAndToTheOthersWhenTheyAsk() {
    let (future, keep) = pending()
    var order: [Int] = []
    let recorders = (0..<3).map { i in
      let recorder = Recorder<Int, Broken>(demand: i == 1 ? .none : .max(1))
      recorder.onValue = { _, _ in
        order.append(i)
        return .none
      }
      future.subscribe(recorder)
      return recorder
    }
    #expect(order == [])
    keep(.success(7))
    #expect(order == [0, 2])
    recorders[1].request(.max(1))
    #expect(order == [0, 2, 1])
    for recorder in recorders {
      #expect(recorder.values == [7] && recorder.isFinished)
      #expect(recorder.violations == [])
    }
  }

  @Test func aFailureNeedsNoDemandAlsoForLateSubscribers() {  // C48
    let (future, keep) = pending()
    let (early, late) = (Recorder<Int, Broken>(), Recorder<Int, Broken>())
    future.subscribe(early)
    keep(.failure(.here))
    future.subscribe(late)
    #expect(early.failure == .here && late.failure == .here)
    #expect("\(late.subscription!)" == "Future")
    #expect(early.violations == [] && late.violations == [])
  }

  @Test func onlyTheFirstPromiseCountsAlsoInsideTheValue() {
    let (future, keep) = pending()
    let recorder = Recorder<Int, Broken>(demand: .unlimited)
    recorder.onValue = { _, _ in
      keep(.failure(.there))
      return .none
    }
    future.subscribe(recorder)
    keep(.success(1))
    keep(.success(2))
    #expect(recorder.values == [1] && recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test func aCancelledSubscriberIsLeftOut() {
    let (future, keep) = pending()
    let recorders = (0..<100).map { _ in
      let recorder = Recorder<Int, Broken>(demand: .max(1))
      future.subscribe(recorder)
      return recorder
    }
    for i in 0..<100 where i % 3 != 0 { recorders[i].cancel() }
    keep(.success(7))
    for i in 0..<100 { #expect(recorders[i].values == (i % 3 == 0 ? [7] : [])) }
    #expect(recorders.allSatisfy { $0.violations == [] })
  }

  @Test func FB9_aPromiseKeptInAnotherThreadAfterAllWasDroppedIsIgnored() {  // C72
    weak var heldFuture: Future<Int, Broken>?
    weak var heldRecorder: Recorder<Int, Broken>?
    let keep: Future<Int, Broken>.Promise
    do {
      let (future, promise) = pending()
      keep = promise
      heldFuture = future
      let recorder = Recorder<Int, Broken>(demand: .max(1))
      heldRecorder = recorder
      future.subscribe(recorder)
      recorder.cancel()
      recorder.dropSubscription()
    }
    #expect(heldFuture == nil && heldRecorder == nil)
    let shared = Unchecked(keep)
    inThreads(2) { shared.value($0 == 0 ? .success(1) : .failure(.here)) }
  }

  @Test func FE8_theSubscriberIsLetGoOfWhenItWasServed() {  // C72
    for result in [Result<Int, Broken>.success(1), .failure(.here)] {
      let (future, keep) = pending()
      weak var held: Recorder<Int, Broken>?
      var subscription: (any Subscription)?
      do {
        let recorder = Recorder<Int, Broken>(demand: .max(1))
        held = recorder
        future.subscribe(recorder)
        subscription = recorder.subscription
        recorder.dropSubscription()
      }
      #expect(held != nil)
      keep(result)
      #expect(held == nil)
      withExtendedLifetime((future, subscription)) {}
    }
  }

  @Test func aFutureThatIsDroppedUnkeptLetsGoOfItsSubscribers() {
    weak var held: Recorder<Int, Broken>?
    do {
      let future = Future<Int, Broken> { _ in }
      let recorder = Recorder<Int, Broken>()
      held = recorder
      future.subscribe(recorder)
      recorder.dropSubscription()
    }
    #expect(held == nil)
  }

  @Test func keptWhileManySubscribeFromOtherThreadsEachGetsItOnce() async {
    for _ in 0..<100 {
      let (future, keep) = pending()
      let shared = Unchecked((future, keep))
      let recorders = Unchecked((0..<4).map { _ in Recorder<Int, Broken>(demand: .max(1)) })
      await withTaskGroup(of: Void.self) { group in
        for i in 0..<4 { group.addTask { shared.value.0.subscribe(recorders.value[i]) } }
        group.addTask { shared.value.1(.success(7)) }
      }
      for recorder in recorders.value {
        #expect(recorder.values == [7] && recorder.isFinished)
        #expect(recorder.violations == [])
      }
    }
  }
}
