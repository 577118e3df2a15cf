import Streams
import StreamsTesting
import Testing

private final class Model: ObservableObject {
  @Published var number = 0
  @Published var text: String
  init(_ text: String = "") { self.text = text }
}

@Suite struct PublishedTests {
  typealias Watcher = Recorder<Int, Never>

  @Test func theCurrentValueComesWithTheFirstRequestThenEachThatIsSet() {  // C82
    let model = Model()
    let watcher = Watcher()
    model.$number.subscribe(watcher)
    #expect(watcher.values == [])
    watcher.request(.unlimited)
    model.number = 1
    model.number += 1
    #expect(watcher.values == [0, 1, 2])
    #expect(model.number == 2)
    #expect(watcher.violations == [])
    watcher.cancel()
    model.number = 3
    #expect(watcher.values == [0, 1, 2])
  }

  @Test func withoutDemandOnlyTheLatestWaits() {  // C82
    let model = Model()
    let watcher = Watcher(demand: .max(1))
    model.$number.subscribe(watcher)
    for i in 1...5 { model.number = i }
    watcher.request(.max(1))
    watcher.request(.max(1))
    #expect(watcher.values == [0, 5])
    model.number = 6
    #expect(watcher.values == [0, 5, 6])
    #expect(watcher.violations == [])
    watcher.cancel()
  }

  @Test func theValueIsDeliveredBeforeThePropertyChanges() {  // C82, FG2
    let model = Model()
    var seen: [[Int]] = []
    let token = model.$number.sink { seen.append([$0, model.number]) }
    model.number = 1
    model.number = 2
    #expect(seen == [[0, 0], [1, 0], [2, 1]])
    #expect(model.number == 2)
    withExtendedLifetime(token) {}
  }

  @Test func theObjectFiresBeforeTheSubscribersAndTheChange() {  // C82
    let model = Model()
    var order: [String] = []
    let tokens = [
      model.$number.dropZero().sink { order.append("value \($0), reads \(model.number)") },
      model.objectWillChange.sink { order.append("object, reads \(model.number)") },
    ]
    model.number = 1
    #expect(order == ["object, reads 0", "value 1, reads 0"])
    withExtendedLifetime(tokens) {}
  }

  @Test func aSubscriberThatComesInsideADeliveryGetsTheNewValue() {  // C82
    let model = Model()
    let late = Watcher(demand: .unlimited)
    let token = model.$number.sink { if $0 == 1 { model.$number.subscribe(late) } }
    model.number = 1
    model.number = 2
    #expect(late.values == [1, 2])
    #expect(late.violations == [])
    late.cancel()
    withExtendedLifetime(token) {}
  }

  @Test func oneThatComesWhileTheObjectSaysSoGetsTheOldValueFirst() {
    let model = Model()
    let late = Watcher(demand: .unlimited)
    let token = model.objectWillChange.sink { if model.number == 0 { model.$number.subscribe(late) } }
    model.number = 1
    #expect(late.values == [0, 1])
    late.cancel()
    withExtendedLifetime(token) {}
  }

  @Test func setFromInsideADeliveryTheNewestValueWins() {  // C35
    let model = Model()
    var (first, second): ([Int], [Int]) = ([], [])
    let tokens = [
      model.$number.sink {
        first.append($0)
        if $0 > 9 {
          model.number = 9
          #expect(model.number == 9)
        }
      },
      model.$number.sink { second.append($0) },
    ]
    model.number = 12
    #expect(first == [0, 12, 9])
    #expect(second == [0, 12, 9])
    #expect(model.number == 9)
    withExtendedLifetime(tokens) {}
  }

  @Test func itNeverEndsAndAValueHasNoNameOfItsOwnBeforeSomebodyWatches() {
    let watcher = Watcher(demand: .unlimited)
    do {
      let model = Model()
      model.number = 7
      model.$number.subscribe(watcher)
      #expect("\(watcher.subscription!)" == "PublishedSubject")
    }
    #expect(watcher.values == [7])
    #expect(watcher.completion == nil)
    watcher.cancel()
  }

  @Test func valuesOfEveryKindAreKept() {
    final class Generic<Value> {
      @Published var value: Value
      @Published var list: [Value] = []
      @Published var maybe: Value?
      init(_ value: Value) { self.value = value }
    }
    let generic = Generic("a")
    generic.list.append("b")
    generic.maybe = "c"
    var seen: [[String]] = []
    let token = generic.$list.sink { seen.append($0) }
    generic.list.append("d")
    generic.list[0] = "e"
    generic.value += "f"
    #expect(seen == [["b"], ["b", "d"], ["e", "d"]])
    #expect(generic.list == ["e", "d"] && generic.value == "af" && generic.maybe == "c")
    withExtendedLifetime(token) {}
  }

  @Test func aPropertyMayHaveObserversOfItsOwnAndAnInitialValueByName() {
    final class Observed {
      var log: [Int] = []
      @Published(initialValue: 3) var number: Int { didSet { log.append(oldValue) } }
    }
    let object = Observed()
    object.number = 4
    let token = object.$number.sink { _ in }
    object.number = 5
    #expect(object.log == [3, 4])
    withExtendedLifetime(token) {}
  }

  @Test func releasingTheOldValueMayReadTheProperty() {  // C37
    final class Reader {
      let onEnd: () -> Void
      init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    final class Holder { @Published var reader: Reader? }
    for isWatched in [false, true] {
      let holder = Holder()
      var reads: [Bool] = []
      holder.reader = Reader { [weak holder] in reads.append(holder?.reader == nil) }
      let token = isWatched ? holder.$reader.sink { _ in } : nil
      holder.reader = nil
      #expect(reads == [true])
      withExtendedLifetime(token) {}
    }
  }

  @Test func projectedValueOfAnotherPropertyIsTakenOnlyBeforeThePropertyWasWatched() {  // row 12
    let (one, other) = (Model(), Model())
    other.number = 5
    one.$number = other.$number
    #expect(one.number == 5)
    one.number = 6
    #expect(other.number == 6)
    let third = Model()
    let token = third.$number.sink { _ in }
    third.$number = other.$number
    #expect(third.number == 0)
    withExtendedLifetime(token) {}
  }

  @Test func theLatestValueIsLetGoOfWithTheObject() {
    final class Thing {}
    final class Holder { @Published var thing: Thing? = Thing() }
    weak var held: Thing?
    do {
      let holder = Holder()
      held = holder.thing
      let token = holder.$thing.sink { _ in }
      #expect(held != nil)
      withExtendedLifetime((holder, token)) {}
    }
    #expect(held == nil)
  }

  @Test func thePublisherOfTheObjectIsItsFirstField() {
    #expect(MemoryLayout<Published<Int>>.offset(of: \.willChange) == 0)
    #expect(MemoryLayout<Published<[String]?>>.offset(of: \.willChange) == 0)
  }

  @Test func theObjectFiresOnceAlsoIfThePropertyIsFirstWatchedInside() {
    let model = Model()
    var tokens: [AnyCancellable] = []
    var count = 0
    model.objectWillChange.sink {
      count += 1
      model.$number.sink { _ in }.store(in: &tokens)
    }.store(in: &tokens)
    model.number = 1
    #expect(count == 1)
    #expect(model.number == 1)
    tokens = []
  }

  @Test func twoThreadsThatSetAgreeOnTheLastValue() async {  // C33
    for _ in 0..<100 {
      final class Shared: @unchecked Sendable { @Published var number = 0 }
      let shared = Shared()
      nonisolated(unsafe) var last = -1
      let token = shared.$number.sink { last = $0 }
      await withTaskGroup(of: Void.self) { group in
        for thread in 1...2 {
          group.addTask { for i in 0..<100 { shared.number = thread * 1_000 + i } }
        }
      }
      #expect(shared.number == last)
      withExtendedLifetime(token) {}
    }
  }
}

extension Publisher where Output == Int {
  fileprivate func dropZero() -> Publishers.Filter<Self> { filter { $0 != 0 } }
}
