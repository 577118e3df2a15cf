import Streams
import StreamsTesting
import Testing

/// Counts connections, and says in which order it is left.
final class Connectable: ConnectablePublisher {
  typealias Output = Int
  typealias Failure = Broken
  let probe = Probe<Int, Broken>()
  var connects = 0
  /// Apart, since it is written to when the publisher itself may be gone.
  private final class Journal { var lines: [String] = [] }
  private let journal = Journal()
  var log: [String] {
    get { journal.lines }
    set { journal.lines = newValue }
  }

  init() { probe.onCancel = { [journal] _ in journal.lines.append("subscription") } }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Broken {
    probe.subscribe(subscriber)
  }

  func connect() -> any Cancellable {
    connects += 1
    log.append("connect")
    return AnyCancellable { [journal] in journal.lines.append("connection") }
  }
}

@Suite struct AutoconnectTests {
  typealias Watcher = Recorder<Int, Broken>

  @Test func itConnectsAfterTheFirstHasSubscribedAndNotAgain() {  // row 94
    let source = Connectable()
    let stream = source.autoconnect()
    #expect(source.connects == 0)
    let recorders = [Watcher(demand: .max(1)), Watcher(demand: .max(1))]
    for recorder in recorders { stream.subscribe(recorder) }
    #expect(source.connects == 1)
    source.probe.send(7)
    #expect(recorders.map(\.values) == [[7], [7]])
    for recorder in recorders { recorder.cancel() }
  }

  @Test func theLastToLeaveClosesTheConnectionAndThenItsSubscription() {  // C62
    let source = Connectable()
    let stream = source.autoconnect()
    let (one, other) = (Watcher(), Watcher())
    stream.subscribe(one)
    stream.subscribe(other)
    one.cancel()
    one.cancel()
    #expect(source.log == ["connect", "subscription", "subscription"])
    source.log = []
    other.cancel()
    #expect(source.log.prefix(2) == ["connection", "subscription"])
    let last = Watcher()
    stream.subscribe(last)
    #expect(source.connects == 2)
    last.cancel()
  }

  @Test func aCompletionDoesNotCountAsLeaving() {  // row 94
    let source = Connectable()
    let stream = source.autoconnect()
    stream.subscribe(Watcher())
    source.probe.finish()
    let late = Watcher()
    stream.subscribe(late)
    #expect(source.connects == 1)
    #expect(source.log == ["connect"])
    late.cancel()
  }

  @Test func aSecondSubscriberFromInsideTheFirstConnectsOnce() {  // row 94
    let source = Connectable()
    let stream = source.autoconnect()
    let (first, second) = (Watcher(), Watcher())
    first.onSubscription = { _ in stream.subscribe(second) }
    stream.subscribe(first)
    #expect(source.connects == 1)
    first.cancel()
    #expect(source.log.contains("connection") == false)
    second.cancel()
    #expect(source.log.contains("connection"))
  }

  @Test func whoLeavesInsideReceiveSubscriptionLeavesNoConnection() {  // C60
    let source = Connectable()
    let stream = source.autoconnect()
    let recorder = Watcher()
    recorder.onSubscription = { $0.cancel() }
    stream.subscribe(recorder)
    #expect(source.connects == 0)
    let next = Watcher()
    stream.subscribe(next)
    #expect(source.connects == 1)
    next.cancel()
  }

  @Test func whoLeavesWhileItConnectsTakesTheConnectionAlong() {  // C60
    let source = PassthroughSubject<Int, Broken>()
    let recorder = Watcher(demand: .unlimited)
    var cancels = 0
    let stream = source.prepend(1, 2, 3).handleEvents(receiveCancel: { cancels += 1 })
      .multicast { PassthroughSubject<Int, Broken>() }.autoconnect()
    recorder.onValue = { recorder, value in
      if value == 2 { recorder.cancel() }
      return .none
    }
    stream.subscribe(recorder)  // the values come inside connect()
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations == [])
    #expect(cancels == 1)
  }

  @Test func itsSubscriptionLooksLikeTheOneBelow() {  // C6
    final class Peeking: Subscriber {
      var below: (any Subscription)?
      func receive(subscription: any Subscription) { below = subscription }
      func receive(_ input: Int) -> Subscribers.Demand { .none }
      func receive(completion: Subscribers.Completion<Broken>) {}
    }
    let source = Connectable()
    let recorder = Peeking()
    source.autoconnect().subscribe(recorder)
    #expect("\(recorder.below!)" == "Probe")
    recorder.below?.cancel()
  }
}
