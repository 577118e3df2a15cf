import Streams
import StreamsTesting
import Testing

private final class Model: ObservableObject {
  @Published var number = 0
  @Published var text = ""
}

@Suite struct AssignToPublishedTests {
  @Test func itSetsThePropertyWithoutAToken() {  // row 102
    let probe = Probe<Int, Never>()
    let model = Model()
    var changes = 0
    let token = model.objectWillChange.sink { changes += 1 }
    probe.assign(to: &model.$number)
    #expect(probe.asked == [.request(.unlimited)])
    probe.send(1)
    probe.send(2)
    #expect(model.number == 2)
    #expect(changes == 2)
    withExtendedLifetime(token) {}
  }

  @Test func theEndIsNotPassedOn() {  // row 102
    let (probe, model) = (Probe<Int, Never>(), Model())
    let watcher = Recorder<Int, Never>(demand: .unlimited)
    model.$number.subscribe(watcher)
    probe.assign(to: &model.$number)
    probe.send(1)
    probe.finish()
    #expect(watcher.completion == nil)
    model.number = 2
    #expect(watcher.values == [0, 1, 2])
    #expect(probe.cancelCount == 0)  // C42
    watcher.cancel()
  }

  @Test func itEndsWithThePropertysOwnerAlsoIfSomebodyWatches() {  // C74
    for isWatched in [false, true] {
      let probe = Probe<Int, Never>()
      weak var held: Model?
      var token: AnyCancellable?
      do {
        let model = Model()
        held = model
        probe.assign(to: &model.$number)
        if isWatched { token = model.$number.sink { _ in } }
        probe.send(1)
        #expect(probe.cancelCount == 0)
        withExtendedLifetime(model) {}
      }
      #expect(held == nil)
      #expect(probe.cancelCount == 1)
      #expect(probe.subscriberCount == 0)
      withExtendedLifetime(token) {}
    }
  }

  @Test func aSubscriptionThatComesWhenTheOwnerHasGoneIsCancelled() {  // C11, C74
    let probe = Probe<Int, Never>(isLate: true)
    weak var held: Model?
    do {
      let model = Model()
      held = model
      probe.assign(to: &model.$number)
      withExtendedLifetime(model) {}
    }
    #expect(held == nil)
    probe.begin()
    #expect(probe.asked == [.cancel])
    #expect(probe.subscriberCount == 0)
  }

  @Test func propertiesThatFeedEachOtherAreFreed() {
    final class Thing {}
    weak var held: Thing?
    final class Pair {
      @Published var one = 0
      @Published var other = 0
      @Published var thing: Thing? = Thing()
    }
    do {
      let pair = Pair()
      held = pair.thing
      pair.$one.removeDuplicates().assign(to: &pair.$other)
      pair.$other.removeDuplicates().assign(to: &pair.$one)
      pair.$thing.filter { _ in false }.assign(to: &pair.$thing)
      pair.one = 1
      #expect(pair.other == 1)
      pair.other = 2
      #expect(pair.one == 2)
    }
    #expect(held == nil)
  }

  @Test func twoStreamsMayFeedOneProperty() {
    let (a, b, model) = (Probe<Int, Never>(), Probe<Int, Never>(), Model())
    a.assign(to: &model.$number)
    b.assign(to: &model.$number)
    a.send(1)
    #expect(model.number == 1)
    b.send(2)
    #expect(model.number == 2)
    a.finish()
    b.send(3)
    #expect(model.number == 3)
  }

  @Test func streamsThatAreOverAreNotKept() {
    let model = Model()
    weak var held: Probe<Int, Never>?
    do {
      let probe = Probe<Int, Never>()
      held = probe
      probe.assign(to: &model.$number)
      probe.finish()
    }
    for i in 0..<3 { Just(i).assign(to: &model.$number) }
    #expect(held == nil)
    #expect(model.number == 2)
  }

  @Test func aSecondSubscriptionIsCancelled() {  // C8
    let model = Model()
    let twice = Twice()
    twice.assign(to: &model.$number)
    #expect(twice.probes.map(\.asked) == [[.request(.unlimited)], [.cancel]])
  }

  @Test func aFormIsValidatedAsInAnyViewModel() {
    final class Form: ObservableObject {
      @Published var name = ""
      @Published var age = 0
      @Published private(set) var isValid = false
      init() {
        $name.combineLatest($age).map { !$0.isEmpty && $1 > 17 }.removeDuplicates().assign(to: &$isValid)
      }
    }
    let form = Form()
    var seen: [Bool] = []
    let token = form.$isValid.sink { seen.append($0) }
    form.name = "Ann"
    form.age = 17
    form.age = 18
    form.name = ""
    #expect(seen == [false, true, false])
    withExtendedLifetime(token) {}
  }
}

/// Sends two subscriptions to whoever comes.
private struct Twice: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let probes = [Probe<Int, Never>(), Probe<Int, Never>()]
  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    for probe in probes { probe.receive(subscriber: subscriber) }
  }
}
