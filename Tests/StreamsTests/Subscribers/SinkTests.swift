import Streams
import StreamsTesting
import Testing

@Suite struct SinkTests {
  enum Broken: Error { case here }
  final class Thing {}

  @Test func itAsksForEverythingAndHandsOnWhatComes() {
    let probe = Probe<Int, Broken>()
    var (values, ends): ([Int], [Subscribers.Completion<Broken>]) = ([], [])
    let token = probe.sink(receiveCompletion: { ends.append($0) }, receiveValue: { values.append($0) })
    #expect(probe.send(1) == Subscribers.Demand.none)
    probe.send(2)
    probe.fail(.here)
    #expect(probe.asked == [.request(.unlimited)])  // and no cancel at the end (C42)
    #expect(values == [1, 2])
    #expect(ends == [.failure(.here)])
    withExtendedLifetime(token) {}
  }

  @Test func droppingTheTokenStopsTheStreamAtOnce() {
    let probe = Probe<Int, Never>(keepsLaw: false)
    var values: [Int] = []
    var token: AnyCancellable? = probe.sink { values.append($0) }
    withExtendedLifetime(token) { _ = probe.send(1) }
    token = nil
    #expect(probe.cancelCount == 1)
    probe.send(2)
    #expect(values == [1])
  }

  @Test func aTokenThatIsKeptKeepsTheStream() {
    let probe = Probe<Int, Never>()
    var values: [Int] = []
    var tokens = Set<AnyCancellable>()
    probe.sink { values.append($0) }.store(in: &tokens)
    probe.send(1)
    #expect(values == [1])
    tokens = []
    #expect(probe.cancelCount == 1)
  }

  @Test func theClosuresGoWithTheEndAndWithACancel() {  // C74
    for isCancelled in [false, true] {
      let probe = Probe<Int, Never>()
      weak var held: Thing?
      let token: AnyCancellable
      do {
        let thing = Thing()
        held = thing
        token = probe.sink(
          receiveCompletion: { _ in withExtendedLifetime(thing) {} },
          receiveValue: { _ in withExtendedLifetime(thing) {} })
      }
      #expect(held != nil)
      if isCancelled { token.cancel() } else { probe.finish() }
      #expect(held == nil)
      withExtendedLifetime(token) {}
    }
  }

  @Test func aSecondSubscriptionIsCancelledAndSoIsOneThatComesTooLate() {  // C8
    let (one, other, late) = (Probe<Int, Never>(), Probe<Int, Never>(), Probe<Int, Never>())
    var values: [Int] = []
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    one.subscribe(sink)
    other.subscribe(sink)
    #expect(one.asked == [.request(.unlimited)])
    #expect(other.asked == [.cancel])
    one.finish()
    late.subscribe(sink)
    #expect(late.asked == [.cancel])
  }

  @Test func theSameSinkTwiceOnOnePublisherGetsEachValueOnce() {  // FG6
    let probe = Probe<Int, Never>()
    var values: [Int] = []
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    probe.subscribe(sink)
    probe.subscribe(sink)
    probe.send(1)
    #expect(values == [1])
    sink.cancel()
  }

  @Test func theClassTakesValuesEvenWithoutASubscription() {  // C10
    var (values, ends) = ([Int](), 0)
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in ends += 1 }, receiveValue: { values.append($0) })
    #expect(sink.receive(1) == .none)
    sink.receive(completion: .finished)
    sink.receive(completion: .finished)
    #expect(sink.receive(2) == .none)
    #expect(values == [1] && ends == 1)
  }

  @Test func theClassLetsGoOfItsClosuresWithTheEnd() {
    weak var held: Thing?
    let sink: Subscribers.Sink<Int, Never>
    do {
      let thing = Thing()
      held = thing
      sink = .init(receiveCompletion: { _ in }, receiveValue: { _ in withExtendedLifetime(thing) {} })
    }
    sink.cancel()
    #expect(held != nil)  // it never had a subscription (C74)
    sink.receive(completion: .finished)
    #expect(held != nil)  // cancelled already
    let other: Subscribers.Sink<Int, Never>
    do {
      let thing = Thing()
      held = thing
      other = .init(receiveCompletion: { _ in }, receiveValue: { _ in withExtendedLifetime(thing) {} })
    }
    other.receive(completion: .finished)
    #expect(held == nil)
    other.receiveValue(1)  // does nothing
  }

  @Test func theClassIsCancelledFromOutside() {
    let probe = Probe<Int, Never>(keepsLaw: false)
    var values: [Int] = []
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    probe.subscribe(sink)
    probe.send(1)
    sink.cancel()
    sink.cancel()
    probe.send(2)
    probe.finish()
    #expect(values == [1])
    #expect(probe.asked == [.request(.unlimited), .cancel])
  }

  @Test func cancellingInsideAValueStopsASynchronousSource() {  // C61
    var values: [Int] = []
    let sink = Box<Subscribers.Sink<Int, Never>?>(nil)
    sink.value = Subscribers.Sink(
      receiveCompletion: { _ in values.append(-1) },
      receiveValue: {
        values.append($0)
        if $0 == 3 { sink.value?.cancel() }
      })
    (1...5).publisher.subscribe(sink.value!)
    #expect(values == [1, 2, 3])
  }

  @Test func releasingTheClosuresMayEndTheSameStream() {  // C37
    final class Ender {
      let probe: Probe<Int, Never>
      init(_ probe: Probe<Int, Never>) { self.probe = probe }
      deinit { probe.finish() }
    }
    let probe = Probe<Int, Never>(keepsLaw: false)
    var ends = 0
    let sink: Subscribers.Sink<Int, Never>
    do {
      let ender = Ender(probe)
      sink = .init(receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in withExtendedLifetime(ender) {} })
    }
    probe.subscribe(sink)
    sink.cancel()
    #expect(ends == 0)
    probe.dropSubscribers()
  }

  @Test func bothShowAsSink() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect("\(sink)" == "Sink")
    #expect(sink.playgroundDescription as? String == "Sink")
    #expect(Mirror(reflecting: sink).children.isEmpty)
    var seen = ""
    let token = Seeing { seen = "\($0)" }.sink { _ in }
    withExtendedLifetime(token) { #expect(seen == "Sink") }
  }
}

final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// Shows who subscribes.
struct Seeing: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let onSubscribe: (Any) -> Void
  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never { onSubscribe(subscriber) }
}
