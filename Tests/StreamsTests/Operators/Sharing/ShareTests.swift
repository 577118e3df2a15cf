import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct ShareTests {
  typealias Source = Probe<Int, Broken>
  typealias Watcher = Recorder<Int, Broken>

  @Test func allShareOneSubscriptionAndEachHasItsDemand() {  // row 92
    let source = Source()
    let shared = source.share()
    let recorders = [Watcher(demand: .max(1)), Watcher(demand: .max(3)), Watcher()]
    for recorder in recorders { shared.subscribe(recorder) }
    for i in 1...4 { source.send(i) }
    source.finish()
    #expect(source.subscribeCount == 1)
    #expect(source.asked == [.request(.unlimited)])
    #expect(recorders.map(\.values) == [[1], [1, 2, 3], []])
    for recorder in recorders {
      #expect(recorder.isFinished)
      #expect(recorder.violations == [])
    }
  }

  @Test func aSynchronousUpstreamRunsOutOnTheFirst() {  // row 92
    let shared = [1, 2, 3].publisher.share()
    let (first, second) = (Recorder<Int, Never>(demand: .unlimited), Recorder<Int, Never>(demand: .unlimited))
    shared.subscribe(first)
    shared.subscribe(second)
    #expect(first.values == [1, 2, 3])
    #expect(second.values == [])
    #expect(first.isFinished && second.isFinished)
  }

  @Test func afterItsEndItNeverSubscribesAgainWhoeverLeaves() {  // row 92
    let source = Source()
    let shared = source.share()
    let first = Watcher(demand: .unlimited)
    shared.subscribe(first)
    source.fail(.here)
    first.cancel()
    for _ in 0..<3 {
      let late = Watcher(demand: .unlimited)
      shared.subscribe(late)
      #expect(late.failure == .here)
      late.subscription?.cancel()
    }
    #expect(source.subscribeCount == 1)
  }

  @Test func whenAllHaveLeftTheNextOneSubscribesAnew() {  // row 92
    let source = Source()
    let shared = source.share()
    for round in 1...3 {
      let recorders = [Watcher(demand: .unlimited), Watcher(demand: .unlimited)]
      for recorder in recorders { shared.subscribe(recorder) }
      source.send(round)
      #expect(recorders.map(\.values) == [[round], [round]])
      for recorder in recorders { recorder.cancel() }
      #expect(source.cancelCount == round)
      #expect(source.subscribeCount == round)
    }
  }

  @Test func aSubscriberFromInsideTheFirstSharesItsSubscription() {
    let source = Source()
    let shared = source.share()
    let (first, second) = (Watcher(demand: .unlimited), Watcher(demand: .unlimited))
    first.onSubscription = { _ in shared.subscribe(second) }
    shared.subscribe(first)
    source.send(1)
    #expect(source.subscribeCount == 1)
    #expect(first.values == [1])
    #expect(second.values == [1])
    first.cancel()
    second.cancel()
    #expect(source.cancelCount == 1)
  }

  @Test func FB7_twoThreadsThatSubscribeFirstAtOnceShareOneSubscription() {  // rows 92, 94
    let rounds = 3_000
    let meeting = Meeting(2)
    let subscriptions = Atomic<Int>(0)
    let upstream = PassthroughSubject<Int, Never>()
    func make() -> AnyPublisher<Int, Never> {
      upstream.handleEvents(receiveSubscription: { _ in subscriptions.add(1, ordering: .relaxed) })
        .share().eraseToAnyPublisher()
    }
    var shared = make()
    var wrong = 0
    inThreads(2) { me in
      for _ in 0..<rounds {
        meeting.wait()
        let token = shared.sink { _ in }
        meeting.wait()
        if me == 0 {
          if subscriptions.exchange(0, ordering: .relaxed) != 1 { wrong += 1 }
          shared = make()
        }
        token.cancel()
      }
    }
    #expect(wrong == 0)
  }

  @Test func aShareIsEqualToItselfOnly() {
    let source = Source()
    let shared = source.share()
    #expect(shared == shared)
    #expect(shared != source.share())
  }

  @Test func everythingIsReleasedWhenAllHaveLeft() {  // C72
    final class Thing {}
    weak var watched: Thing?
    weak var source: Source?
    do {
      let (thing, upstream) = (Thing(), Source())
      (watched, source) = (thing, upstream)
      let shared = upstream.share()
      let tokens = (0..<3).map { _ in
        shared.sink(receiveCompletion: { _ in }, receiveValue: { _ in withExtendedLifetime(thing) {} })
      }
      for token in tokens { token.cancel() }
    }
    #expect(watched == nil)
    #expect(source == nil)
  }
}
