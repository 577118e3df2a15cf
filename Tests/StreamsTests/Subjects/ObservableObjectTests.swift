import Foundation
import Streams
import StreamsTesting
import Testing

private class Base: ObservableObject {
  @Published var base = 0
  var plain = 0
}
private class Middle<Value>: Base {
  @Published var value: Value
  init(_ value: Value) { self.value = value }
}
private final class Leaf: Middle<[String]> {
  @Published var leaf = false
}
private final class Bare: ObservableObject {
  var number = 0
}

@Suite struct ObservableObjectTests {
  private func count(_ object: some ObservableObject, _ change: () -> Void) -> Int {
    var count = 0
    let token = object.objectWillChange.sink { _ in count += 1 }
    change()
    return withExtendedLifetime(token) { count }
  }

  @Test func itFiresForThePropertiesOfTheClassItsSuperclassesAndGenericOnes() {  // DETAILS 45
    let leaf = Leaf([])
    let count = count(leaf) {
      leaf.base = 1
      leaf.value = ["a"]
      leaf.value.append("b")
      leaf.leaf = true
      leaf.plain = 9
    }
    #expect(count == 4)
    #expect(self.count(leaf as Base) { leaf.leaf = false } == 1)
  }

  @Test func aClassThatInheritsFromFoundationHasItToo() {  // DETAILS 45
    final class Job: Operation, ObservableObject, @unchecked Sendable {
      @Published var progress = 0.5
    }
    let job = Job()
    #expect(count(job) { job.progress = 1 } == 1)
    #expect(job.objectWillChange === job.objectWillChange)
  }

  @Test func aClassThatShowsAnotherMirrorHasItToo() {
    final class Shy: ObservableObject, CustomReflectable {
      @Published var number = 0
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    let shy = Shy()
    #expect(count(shy) { shy.number = 1 } == 1)
  }

  @Test func fieldsOfOtherKindsAreNotTouched() {
    final class Odd: ObservableObject {
      weak var weakling: Bare?
      unowned var gone: Bare
      lazy var late = [1, 2]
      @Published var number = 0
      init(_ bare: Bare) { gone = bare }
    }
    var bare: Bare? = Bare()
    let odd = Odd(bare!)
    bare = nil  // reading the field would trap
    #expect(count(odd) { odd.number = 1 } == 1)
  }

  @Test func itIsTheSameEachTimeAlsoWithoutPublishedProperties() {  // DETAILS 45
    let (leaf, bare) = (Leaf([]), Bare())
    #expect(leaf.objectWillChange === leaf.objectWillChange)
    let publisher = bare.objectWillChange
    #expect(publisher === bare.objectWillChange)
    #expect(bare.objectWillChange !== Bare().objectWillChange)
    #expect(count(bare) { bare.objectWillChange.send() } == 1)
  }

  @Test func aPropertyThatIsWatchedAlreadyIsFoundToo() {
    let leaf = Leaf([])
    let token = leaf.$base.sink { _ in }
    #expect(count(leaf) { leaf.base = 1 } == 1)
    withExtendedLifetime(token) {}
  }

  @Test func aPropertyIsWatchedAfterTheObject() {
    let leaf = Leaf([])
    let n = count(leaf) {
      let token = leaf.$base.sink { _ in }
      leaf.base = 1
      withExtendedLifetime(token) {}
    }
    #expect(n == 1)
  }

  @Test func aWrapperThatIsReplacedIsFoundTheNextTime() {
    final class Replacing: ObservableObject {
      @Published var number = 0
      @Published var other = 0
      func replace() { _number = Published(initialValue: 5) }
    }
    let object = Replacing()
    let before = object.objectWillChange
    object.replace()
    #expect(before === object.objectWillChange)
    #expect(count(object) { object.number = 6 } == 1)
  }

  @Test func aPublisherOfItsOwnIsLeftAlone() {
    final class Own: ObservableObject {
      let objectWillChange = PassthroughSubject<String, Never>()
      @Published var number = 0
    }
    let own = Own()
    var seen: [String] = []
    let token = own.objectWillChange.sink { seen.append($0) }
    own.number = 1
    own.objectWillChange.send("by hand")
    #expect(seen == ["by hand"])
    withExtendedLifetime(token) {}
  }

  @Test func theObjectIsNotKept() {
    weak var (leaf, bare): (Leaf?, Bare?)
    weak var publisher: ObservableObjectPublisher?
    do {
      let (strongLeaf, strongBare) = (Leaf([]), Bare())
      (leaf, bare) = (strongLeaf, strongBare)
      publisher = strongBare.objectWillChange
      let tokens = [strongLeaf.objectWillChange.sink {}, strongBare.objectWillChange.sink {}]
      strongLeaf.leaf = true
      withExtendedLifetime((strongLeaf, strongBare, tokens)) {}
    }
    #expect(leaf == nil && bare == nil)
    #expect(publisher == nil)
  }

  @Test func anObjectThatLiesWhereAnotherWasDoesNotGetItsPublisher() {
    var tokens: [AnyCancellable] = []
    var old: [ObservableObjectPublisher] = []
    var count = 0
    for _ in 0..<1_000 {
      let bare = Bare()
      let publisher = bare.objectWillChange
      #expect(!old.contains { $0 === publisher })
      if old.count < 50 {
        old.append(publisher)
        publisher.sink { count += 1 }.store(in: &tokens)
      } else {
        publisher.send()
      }
    }
    #expect(count == 0)
  }

  @Test func manyThreadsGetTheSameOne() async {
    final class Free: ObservableObject, @unchecked Sendable {}
    for _ in 0..<50 {
      let object = Free()
      let held = object.objectWillChange
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 { group.addTask { (0..<50).allSatisfy { _ in object.objectWillChange === held } } }
        for await isSame in group { #expect(isSame) }
      }
    }
  }
}

@Suite struct ObservableObjectPublisherTests {
  @Test func whoeverHasAskedOnceGetsEverySignal() {  // C83
    let publisher = ObservableObjectPublisher()
    var (asked, silent) = (0, 0)
    var subscription: (any Subscription)?
    let one = AnySubscriber<Void, Never>(
      receiveSubscription: {
        subscription = $0
        $0.request(.max(1))
      },
      receiveValue: {
        asked += 1
        return .none
      })
    var unused: (any Subscription)?
    let other = AnySubscriber<Void, Never>(
      receiveSubscription: { unused = $0 },
      receiveValue: {
        silent += 1
        return .none
      })
    publisher.subscribe(one)
    publisher.subscribe(other)
    for _ in 0..<3 { publisher.send() }
    #expect(asked == 3)
    #expect(silent == 0)
    #expect("\(subscription!)" == "ObservableObjectPublisher")
    subscription?.cancel()
    publisher.send()
    #expect(asked == 3)
    unused?.cancel()
  }

  @Test func askingForNothingIsNotAsking() {
    let publisher = ObservableObjectPublisher()
    let recorder = Recorder<Void, Never>()
    publisher.subscribe(recorder)
    recorder.request(.none)
    publisher.send()
    #expect(recorder.values.isEmpty)
    recorder.cancel()
  }
}
