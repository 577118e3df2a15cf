import Streams
import StreamsTesting
import Synchronization
import Testing

/// Operators with several upstreams, each moved by a thread of its own. Run it under ThreadSanitizer.
@Suite(.serialized) struct CombiningThreadsTests {
  typealias Source = PassthroughSubject<Int, Never>
  private let n = 2_000
  private let rounds = 100

  @Test func aMergedCollectionTakesFourThreadsAtOnce() {  // C31
    let sources = (0..<4).map { _ in Source() }
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    Publishers.MergeMany(sources).subscribe(recorder)
    inThreads(4) { me in
      for i in 0..<n { sources[me].send(4 * i + me) }
      sources[me].send(completion: .finished)
    }
    #expect(recorder.violations == [])
    #expect(recorder.isFinished)
    for me in 0..<4 { #expect(recorder.values.filter { $0 & 3 == me } == (0..<n).map { 4 * $0 + me }) }
  }

  @Test func zipOfFourTakesFourThreadsAtOnce() {  // C31, row 76
    let sources = (0..<4).map { _ in Source() }
    let recorder = Recorder<[Int], Never>(demand: .unlimited)
    sources[0].zip(sources[1], sources[2], sources[3]) { [$0, $1, $2, $3] }.subscribe(recorder)
    inThreads(4) { me in
      for i in 0..<n { sources[me].send(i) }
      sources[me].send(completion: .finished)
    }
    #expect(recorder.violations == [])
    #expect(recorder.isFinished)
    #expect(recorder.values == (0..<n).map { [$0, $0, $0, $0] })
  }

  @Test func combineLatestOfFourEndsWithTheLastOfEach() {  // C31, row 73
    let sources = (0..<4).map { _ in CurrentValueSubject<Int, Never>(-1) }
    let recorder = Recorder<[Int], Never>(demand: .unlimited)
    sources[0].combineLatest(sources[1], sources[2], sources[3]) { [$0, $1, $2, $3] }.subscribe(recorder)
    inThreads(4) { me in for i in 0..<n { sources[me].send(i) } }
    #expect(recorder.violations == [])
    #expect(recorder.values.last == [n - 1, n - 1, n - 1, n - 1])
    recorder.cancel()
  }

  /// Requests from a second thread while the first delivers: each is honoured once, whichever way it goes up.
  @Test func zipIsAskedByAThreadWhileItReceives() {  // C21, C32
    let (a, b) = ((0..<n).publisher, (0..<n).publisher)
    let count = Atomic<Int>(0)
    let isDone = Atomic<Bool>(false)
    let recorder = Recorder<Int, Never>()
    recorder.onValue = { _, _ in
      count.add(1, ordering: .relaxed)
      return .none
    }
    recorder.onCompletion = { _, _ in isDone.store(true, ordering: .releasing) }
    a.zip(b) { $0 + $1 }.subscribe(recorder)
    let subscription = Mutex(Held(recorder.subscription!))
    inThreads(2) { _ in
      let held = subscription.withLock { $0 }
      while !isDone.load(ordering: .acquiring) { held.subscription.request(.max(1)) }
    }
    let seen = count.load(ordering: .relaxed)
    #expect(seen == n)
    #expect(recorder.values == (0..<n).map { 2 * $0 })
    #expect(recorder.violations.allSatisfy { $0.hasPrefix("C13") })  // what was asked for past the recorder
  }

  final class Held: @unchecked Sendable {
    let subscription: any Subscription
    init(_ subscription: any Subscription) { self.subscription = subscription }
  }

  @Test(arguments: [true, false]) func theOtherPublisherSendsFromAnotherThread(drops: Bool) {  // C31, C40, rows 64, 70
    for _ in 0..<rounds {
      let (source, other) = (Source(), Source())
      let recorder = Recorder<Int, Never>(demand: .unlimited)
      if drops {
        source.drop(untilOutputFrom: other).subscribe(recorder)
      } else {
        source.prefix(untilOutputFrom: other).subscribe(recorder)
      }
      inThreads(2) { me in
        if me == 0 {
          for i in 0..<50 { source.send(i) }
          source.send(completion: .finished)
        } else {
          other.send(0)
          other.send(completion: .finished)
        }
      }
      #expect(recorder.violations == [])
      #expect(recorder.isFinished)
      let values = recorder.values
      let first = values.first ?? 0
      #expect(values == Array(first..<first + values.count))
      #expect(drops ? values.isEmpty || values.last == 49 : first == 0)
    }
  }

  @Test func aChainIsCancelledByAnotherThreadWhileItsPartsFollowEachOther() {  // C60, C72
    for _ in 0..<rounds {
      weak var token: Token?
      do {
        let held = Token()
        token = held
        var chain = Just(0).eraseToAnyPublisher()
        for i in 1...300 { chain = chain.append(i).eraseToAnyPublisher() }
        chain = chain.append(Just(1).map { value in withExtendedLifetime(held) { value } }).eraseToAnyPublisher()
        let lock = Lock()  // one that ThreadSanitizer understands
        var cancelling: AnyCancellable?
        inThreads(2) { me in
          if me == 0 {
            let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
            let stop = AnyCancellable { sink.cancel() }
            lock.withLock { cancelling = stop }
            chain.subscribe(sink)
          } else {
            var stop: AnyCancellable?
            while stop == nil { stop = lock.withLock { cancelling } }
            stop?.cancel()
          }
        }
        lock.withLock { cancelling = nil }
        chain = Empty().eraseToAnyPublisher()
      }
      #expect(token == nil)
    }
  }
}
