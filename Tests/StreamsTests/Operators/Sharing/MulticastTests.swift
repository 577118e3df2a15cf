import Streams
import StreamsTesting
import Testing

@Suite struct MulticastTests {
  typealias Source = Probe<Int, Broken>
  typealias Watcher = Recorder<Int, Broken>
  typealias Shared = Publishers.Multicast<Source, PassthroughSubject<Int, Broken>>

  @Test func nothingFlowsBeforeConnectAndThenEverythingIsAskedForOnce() {  // row 90, C84
    let source = Source()
    let shared = source.multicast { PassthroughSubject() }
    let (one, other) = (Watcher(demand: .max(2)), Watcher())
    shared.subscribe(one)
    shared.subscribe(other)
    #expect(source.subscribeCount == 0)
    let connection = shared.connect()
    #expect(source.asked == [.request(.unlimited)])
    other.request(.max(1))
    source.send(1)
    source.send(2)
    source.send(3)
    #expect(one.values == [1, 2])
    #expect(other.values == [1])
    #expect(source.asked == [.request(.unlimited)])
    source.fail(.here)
    #expect(one.failure == .here)
    #expect(other.failure == .here)
    withExtendedLifetime(connection) {}
  }

  @Test func itMakesOneSubjectForItsLife() {  // row 90
    var made = 0
    let source = Source()
    let shared = source.multicast {
      made += 1
      return PassthroughSubject<Int, Broken>()
    }
    #expect(made == 0)
    let early = Watcher(demand: .unlimited)
    shared.subscribe(early)
    let connection = shared.connect()
    source.finish()
    let late = Watcher(demand: .unlimited)
    shared.subscribe(late)
    #expect(made == 1)
    #expect(early.isFinished && late.isFinished)
    withExtendedLifetime(connection) {}
  }

  @Test func twoThreadsGetTheSameSubject() {  // C30, C36
    for _ in 0..<200 {
      let source = Source()
      let shared = source.multicast { PassthroughSubject<Int, Broken>() }
      let recorders = [Watcher(demand: .unlimited), Watcher(demand: .unlimited)]
      inThreads(2) { shared.subscribe(recorders[$0]) }
      let connection = shared.connect()
      source.send(1)
      #expect(recorders.map(\.values) == [[1], [1]])
      connection.cancel()
      for recorder in recorders { recorder.cancel() }
    }
  }

  @Test func theClosureMayUseThePublisher() {  // C36
    let source = Source()
    var shared: Shared?
    var depth = 0
    let inner = Watcher(demand: .unlimited)
    shared = source.multicast {
      depth += 1
      if depth == 1 { shared?.subscribe(inner) }
      return PassthroughSubject()
    }
    let outer = Watcher(demand: .unlimited)
    shared?.subscribe(outer)
    let connection = shared?.connect()
    source.send(1)
    #expect(inner.values == [1])
    #expect(outer.values == [1])
    connection?.cancel()
    inner.cancel()
    outer.cancel()
    shared = nil  // its closure holds it
  }

  @Test func aGivenSubjectIsTheOneThatIsUsed() {  // row 91
    let source = Source()
    let subject = CurrentValueSubject<Int, Broken>(0)
    let shared = source.multicast(subject: subject)
    let recorder = Watcher(demand: .unlimited)
    shared.subscribe(recorder)
    let connection = shared.connect()
    source.send(1)
    subject.send(2)
    #expect(recorder.values == [0, 1, 2])
    withExtendedLifetime(connection) {}
    recorder.cancel()
  }

  @Test func cancellingTheConnectionEndsItWithoutACompletion() {  // row 95
    let source = Source()
    let shared = source.multicast { PassthroughSubject<Int, Broken>() }
    let recorder = Watcher(demand: .unlimited)
    shared.subscribe(recorder)
    shared.connect().cancel()
    #expect(source.asked == [.request(.unlimited), .cancel])
    #expect(recorder.completion == nil)
    let again = shared.connect()
    #expect(source.subscribeCount == 2)
    source.send(1)
    #expect(recorder.values == [1])
    again.cancel()
    recorder.cancel()
  }

  @Test func eachConnectSubscribesOnceMore() {  // row 95
    let source = Source()
    let shared = source.multicast { PassthroughSubject<Int, Broken>() }
    let recorder = Watcher(demand: .unlimited)
    shared.subscribe(recorder)
    let connections = [shared.connect(), shared.connect()]
    source.send(1)
    #expect(recorder.values == [1, 1])
    connections[0].cancel()
    source.send(2)
    #expect(recorder.values == [1, 1, 2])
    connections[1].cancel()
    recorder.cancel()
  }

  @Test func itGoesOnWhenThePublisherIsDropped() {  // C66
    let source = Source()
    let recorder = Watcher(demand: .unlimited)
    weak var publisher: Shared?
    var connection: (any Cancellable)?
    do {
      let shared = source.multicast { PassthroughSubject<Int, Broken>() }
      publisher = shared
      shared.subscribe(recorder)
      connection = shared.connect()
    }
    #expect(publisher == nil)
    source.send(1)
    source.finish()
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
    connection?.cancel()
  }

  /// What is let go of, in each of the six orders.
  static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  @Test(arguments: orders) func FA2_bothSubjectsAndTheConnectionMayGoInAnyOrder(order: [Int]) {  // C37, C66
    var source: PassthroughSubject<Int, Never>? = PassthroughSubject()
    var target: PassthroughSubject<Int, Never>? = PassthroughSubject()
    var connection: (any Cancellable)?
    weak let (upper, lower) = (source, target)
    do {
      connection = source!.multicast(subject: target!).connect()
    }
    for step in order {
      switch step {
      case 0: source = nil
      case 1: target = nil
      default:
        connection?.cancel()
        connection = nil
      }
    }
    #expect(upper == nil)
    #expect(lower == nil)
  }

  @Test func itsSubscriptionShowsItsName() {
    let source = Source()
    let recorder = Watcher()
    source.multicast { PassthroughSubject<Int, Broken>() }.subscribe(recorder)
    #expect("\(recorder.subscription!)" == "Multicast")
    recorder.cancel()
  }

  @Test func whatASubscriberReturnsIsARequestOfItsOwnToTheSubject() {  // DETAILS 21
    let subject = Counting()
    let shared = PassthroughSubject<Int, Broken>().multicast(subject: subject)
    let watcher = Watcher(demand: .max(1))
    watcher.onValue = { _, value in value == 1 ? .max(2) : .none }
    shared.subscribe(watcher)
    subject.send(1)
    subject.send(2)
    #expect(subject.asked == [.request(.max(1)), .request(.max(2))])
    watcher.cancel()
  }
}

/// A subject of a program's own, on a probe that writes down what is asked of it.
private final class Counting: Subject {
  typealias Output = Int
  typealias Failure = Broken
  private let probe = Probe<Int, Broken>()
  var asked: [Probe<Int, Broken>.Asked] { probe.asked }
  func send(_ value: Int) { probe.send(value) }
  func send(completion: Subscribers.Completion<Broken>) { probe.send(completion: completion) }
  func send(subscription: any Subscription) { subscription.request(.unlimited) }
  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Broken {
    probe.receive(subscriber: subscriber)
  }
}
