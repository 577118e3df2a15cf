import Streams
import StreamsTesting
import Testing

/// Publishers as a program of its own may write them, well or badly.
@Suite struct CustomPublisherTests {
  private final class Token {}

  /// Hands its subscriber to another publisher, in one of the two ways that there are.
  private struct Wrapper<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure
    let upstream: Upstream
    let token: Token
    let subscribes: Bool

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      if subscribes {
        upstream.subscribe(subscriber)
      } else {
        upstream.receive(subscriber: subscriber)
      }
    }
  }

  /// Sends a value, and only then its subscription.
  private struct Early: Publisher {
    typealias Output = Int
    typealias Failure = Never

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      _ = subscriber.receive(1)
      subscriber.receive(subscription: Subscriptions.empty)
      subscriber.receive(completion: .finished)
    }
  }

  @Test(arguments: [true, false], [true, false])
  func FE12_whicheverOfTheTwoAPublisherCallsNothingLeaks(subscribes: Bool, isCancelled: Bool) {  // C1
    weak var kept: Token?
    weak var subscriber: Recorder<Int, Never>?
    do {
      let token = Token()
      kept = token
      let subject = PassthroughSubject<Int, Never>()
      let recorder = Recorder<Int, Never>(demand: .unlimited)
      subscriber = recorder
      Wrapper(upstream: subject, token: token, subscribes: subscribes)
        .map { $0 + 1 }
        .removeDuplicates()
        .subscribe(recorder)
      subject.send(1)
      #expect(recorder.values == [2])
      if isCancelled { recorder.cancel() } else { subject.send(completion: .finished) }
      #expect(recorder.violations == [])
    }
    #expect(kept == nil)
    #expect(subscriber == nil)
  }

  @Test func FD15_aValueBeforeTheSubscriptionGoesAsFarAsEachOperatorLetsIt() {  // C10
    var passed: [Int] = []
    _ = Early().sink { passed.append($0) }
    _ = Early().map { $0 * 10 }.sink { passed.append($0) }
    _ = Early().prefix(1).sink { passed.append($0) }
    #expect(passed == [1, 10, 1])

    var counts: [Int] = []
    _ = Early().count().sink { counts.append($0) }
    _ = Early().zip(Just(1)).sink { _ in counts.append(-1) }
    #expect(counts == [0])
  }

  @Test func FD15_aValueBeforeTheSubscriptionTrapsWhereCombineTraps() async {  // C10
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      reportSurvivors([
        (
          "tryFilter", { _ = Early().tryFilter { _ in true }.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
        ),
        ("removeDuplicates", { _ = Early().removeDuplicates().sink { _ in } }),
      ])
    }
    expectNoSurvivors(result)
  }

  private struct Toy: Error {}

  @Test func FG12_twoSubscribersOfOnePublisherBothGetEverything() {  // C30
    let subject = PassthroughSubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(0)
    var keep: ((Result<Int, Never>) -> Void)?
    let future = Future<Int, Never> { keep = $0 }
    let sources: [(name: String, AnyPublisher<Int, Never>, expected: [Int])] = [
      ("Just", Just(1).eraseToAnyPublisher(), [1]),
      ("Optional", Optional(1).publisher.eraseToAnyPublisher(), [1]),
      ("Result", Result<Int, Never>.success(1).publisher.eraseToAnyPublisher(), [1]),
      ("Sequence", (1...3).publisher.eraseToAnyPublisher(), [1, 2, 3]),
      ("Record", Record(output: [1, 2], completion: .finished).eraseToAnyPublisher(), [1, 2]),
      ("Deferred", Deferred { Just(1) }.eraseToAnyPublisher(), [1]),
      ("Future", future.eraseToAnyPublisher(), [4]),
      ("PassthroughSubject", subject.eraseToAnyPublisher(), [5]),
      ("CurrentValueSubject", current.eraseToAnyPublisher(), [0, 6]),
      ("share", subject.share().eraseToAnyPublisher(), [5]),
      (
        "a publisher of the program's",
        Wrapper(upstream: subject, token: Token(), subscribes: true).eraseToAnyPublisher(), [5]
      ),
    ]
    let recorders = sources.map { _, source, _ in
      (0..<2).map { _ in
        let recorder = Recorder<Int, Never>(demand: .unlimited)
        source.subscribe(recorder)
        return recorder
      }
    }
    keep?(.success(4))
    subject.send(5)
    current.send(6)
    subject.send(completion: .finished)
    current.send(completion: .finished)
    for ((name, _, expected), both) in zip(sources, recorders) {
      for recorder in both {
        #expect(recorder.values == expected, "\(name)")
        #expect(recorder.isFinished, "\(name)")
      }
    }
  }

  @Test func FD9_aFinitePublisherThatFeedsASubjectEndsIt() {  // C85
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    subject.subscribe(recorder)
    let feeding = [1, 2, 3].publisher.subscribe(subject)
    subject.send(4)
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.isFinished)
    feeding.cancel()
  }
}
