import Glibc
import Streams
import StreamsTesting
import Synchronization
import Testing

/// Counts what it is given: how many, in what order, and whether two calls ever overlapped. Plain fields on purpose:
/// ThreadSanitizer sees an overlap too.
private final class Ledger: @unchecked Sendable {
  private(set) var count = 0
  private var newest: [Int: Int] = [:]
  private(set) var outOfOrder = 0
  private(set) var ends = 0
  private let inside = Atomic<Int>(0)
  private(set) var overlaps = 0

  /// A value says who sent it and the how-manieth it is: `4 * n + sender`.
  func note(_ value: Int) {
    enter()
    count += 1
    let (sender, n) = (value & 3, value >> 2)
    if let last = newest[sender], last >= n { outOfOrder += 1 }
    newest[sender] = n
    leave()
  }

  func end() {
    enter()
    ends += 1
    leave()
  }

  func last(of sender: Int) -> Int? { newest[sender] }

  private func enter() {
    if inside.add(1, ordering: .relaxed).newValue != 1 { overlaps += 1 }
  }
  private func leave() { inside.subtract(1, ordering: .relaxed) }

  var isClean: Bool { overlaps == 0 && outOfOrder == 0 }
}

/// Counts those alive.
private final class Counted: Sendable {
  let alive: Alive
  init(_ alive: Alive) {
    self.alive = alive
    alive.count.add(1, ordering: .relaxed)
  }
  deinit { alive.count.subtract(1, ordering: .relaxed) }
}
private final class Alive: Sendable {
  let count = Atomic<Int>(0)
  var isNone: Bool { count.load(ordering: .acquiring) == 0 }
}

/// Demand by ones: some of it returned, some asked for by other threads.
private final class Sipping: Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = Never
  let ledger = Ledger()
  let isDone = Atomic<Bool>(false)
  var subscription: (any Subscription)?
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ value: Int) -> Subscribers.Demand {
    ledger.note(value)
    return ledger.count & 1 == 0 ? .max(1) : .none
  }
  func receive(completion: Subscribers.Completion<Never>) {
    ledger.end()
    isDone.store(true, ordering: .releasing)
  }
  func sip() { while !isDone.load(ordering: .acquiring) { subscription!.request(.max(1)) } }
}

/// Several threads at once through subjects and every operator with a turn. Run it under ThreadSanitizer.
@Suite(.serialized) struct StressTests {
  typealias Source = PassthroughSubject<Int, Never>
  private let n = 3_000
  private let rounds = 100

  private func send(_ subject: some Subject<Int, Never>, as sender: Int) {
    for i in 0..<n { subject.send(4 * i + sender) }
  }

  @Test func twoThreadsSendThroughOneSubject() {  // C33
    let subject = Source()
    let ledger = Ledger()
    let token = subject.map { $0 }.sink { ledger.note($0) }
    inThreads(3) { send(subject, as: $0) }
    #expect(ledger.count == 3 * n)
    #expect(ledger.isClean)
    withExtendedLifetime(token) {}
  }

  @Test func subscribersComeAndGoWhileASubjectSends() {  // C38, C72
    let subject = Source()
    let ledger = Ledger()
    let alive = Alive()
    let token = subject.sink { ledger.note($0) }
    inThreads(3) { me in
      if me == 0 { return send(subject, as: 0) }
      for _ in 0..<n / 4 {
        let counted = Counted(alive)
        let token = subject.map { $0 + 1 }.filter { $0 & 1 == 0 }.sink { _ in withExtendedLifetime(counted) {} }
        sched_yield()
        token.cancel()
      }
    }
    subject.send(4 * n)
    #expect(ledger.count == n + 1)
    #expect(ledger.isClean)
    #expect(alive.isNone)
    withExtendedLifetime(token) {}
  }

  @Test func aCurrentValueIsSentAndSetAndSubscribedToAtOnce() {  // C81
    let subject = CurrentValueSubject<Int, Never>(-1)
    let ledger = Ledger()
    var late: [Ledger] = []  // read when no delivery can be under way any more (C61)
    let token = subject.sink { ledger.note($0) }
    inThreads(3) { me in
      switch me {
      case 0: send(subject, as: 0)
      case 1:
        for i in 0..<n {
          subject.value = 4 * i + 1
          _ = subject.value
        }
      default:
        for _ in 0..<n / 4 {
          let seen = Ledger()
          subject.sink { seen.note($0) }.cancel()
          late.append(seen)
        }
      }
    }
    #expect(ledger.count == 2 * n + 1)
    #expect(ledger.isClean)
    #expect(late.allSatisfy { $0.count > 0 && $0.isClean })
    let last = ledger.last(of: subject.value & 3)
    #expect(last == subject.value >> 2)
    withExtendedLifetime(token) {}
  }

  @Test func aCompletionRacesWithValuesAndSubscriptions() {  // C2, C40, C85
    for _ in 0..<rounds {
      let subject = Source()
      var recorders: [Recorder<Int, Never>] = []
      inThreads(3) { me in
        switch me {
        case 0: for i in 0..<20 { subject.send(i) }
        case 1:
          sched_yield()
          subject.send(completion: .finished)
        default:
          for _ in 0..<10 {
            let recorder = Recorder<Int, Never>(demand: .unlimited)
            subject.subscribe(recorder)
            recorders.append(recorder)
          }
        }
      }
      for recorder in recorders {
        #expect(recorder.violations == [])
        #expect(recorder.isFinished)
      }
    }
  }

  @Test func twoSubjectsFeedEachOtherFromTwoThreads() {  // C33: no cycle of subjects deadlocks, and nothing is lost
    let a = Source()
    let b = Source()
    let ledger = (Ledger(), Ledger())
    // What comes first hand goes on to the other one, once.
    let tokens = [
      a.sink { if $0 & 2 == 0 { b.send($0 + 2) } }, b.sink { if $0 & 2 == 0 { a.send($0 + 2) } },
      a.sink { ledger.0.note($0) }, b.sink { ledger.1.note($0) },
    ]
    inThreads(2) { send($0 == 0 ? a : b, as: $0) }
    #expect(ledger.0.count == 2 * n)
    #expect(ledger.1.count == 2 * n)
    #expect(ledger.0.isClean && ledger.1.isClean)
    withExtendedLifetime(tokens) {}
  }

  @Test func mergeTakesTwoThreadsAtOnce() {
    let (a, b, ledger) = (Source(), Source(), Ledger())
    let token = a.merge(with: b).sink { ledger.note($0) }
    inThreads(2) { send($0 == 0 ? a : b, as: $0) }
    #expect(ledger.count == 2 * n)
    #expect(ledger.isClean)
    withExtendedLifetime(token) {}
  }

  @Test func zipTakesTwoThreadsAtOnce() {
    let (a, b, ledger) = (Source(), Source(), Ledger())
    let bad = Ledger()
    let token = a.zip(b).sink { pair in
      ledger.note(pair.0)
      if pair.0 + 1 != pair.1 { bad.end() }
    }
    inThreads(2) { send($0 == 0 ? a : b, as: $0) }
    #expect(ledger.count == n)
    #expect(ledger.isClean)
    #expect(bad.ends == 0)
    withExtendedLifetime(token) {}
  }

  @Test func combineLatestTakesTwoThreadsAtOnceAndEndsWithTheNewestPair() {
    let (a, b, ledger) = (Source(), Source(), Ledger())
    let last = Mutex<(Int, Int)?>(nil)
    let token = a.combineLatest(b).sink { pair in
      ledger.note(4 * ledger.count)
      last.withLock { $0 = pair }
    }
    inThreads(2) { send($0 == 0 ? a : b, as: $0) }
    let end = last.withLock { $0 }
    #expect(end?.0 == 4 * (n - 1))
    #expect(end?.1 == 4 * (n - 1) + 1)
    #expect(ledger.isClean)
    withExtendedLifetime(token) {}
  }

  @Test func flatMapTakesItsInnerStreamsFromTwoThreads() {
    let (a, b, outer, ledger) = (Source(), Source(), PassthroughSubject<Source, Never>(), Ledger())
    let token = outer.flatMap { $0 }.sink { ledger.note($0) }
    outer.send(a)
    outer.send(b)
    inThreads(2) { send($0 == 0 ? a : b, as: $0) }
    #expect(ledger.count == 2 * n)
    #expect(ledger.isClean)
    withExtendedLifetime(token) {}
  }

  @Test func switchToLatestSwitchesWhileBothStreamsSend() {  // C62
    let (a, b, outer, ledger) = (Source(), Source(), PassthroughSubject<Source, Never>(), Ledger())
    let token = outer.switchToLatest().sink { ledger.note($0) }
    inThreads(3) { me in
      if me == 2 {
        for i in 0..<n / 4 { outer.send(i & 1 == 0 ? a : b) }
      } else {
        send(me == 0 ? a : b, as: me)
      }
    }
    outer.send(a)
    let before = ledger.count
    a.send(4 * n)
    b.send(4 * n + 1)
    #expect(ledger.count == before + 1)
    #expect(ledger.isClean)
    withExtendedLifetime(token) {}
  }

  @Test func twoThreadsAskAMerge() {
    let slow = Sipping()
    let n = n
    (0..<n).publisher.map { 4 * $0 }.merge(with: (0..<n).publisher.map { 4 * $0 + 1 }).subscribe(slow)
    inThreads(2) { _ in slow.sip() }
    #expect(slow.ledger.count == 2 * n)
    #expect(slow.ledger.ends == 1)
    #expect(slow.ledger.isClean)
  }

  @Test func twoThreadsAskAZip() {
    let slow = Sipping()
    (0..<n).publisher.zip((0..<n).publisher).map { 4 * $0.0 + ($0.0 == $0.1 ? 0 : 1) }.subscribe(slow)
    inThreads(2) { _ in slow.sip() }
    #expect(slow.ledger.count == n)
    #expect(slow.ledger.ends == 1)
    #expect(slow.ledger.last(of: 1) == nil)
    #expect(slow.ledger.isClean)
  }

  @Test func twoThreadsAskAFlatMap() {
    let slow = Sipping()
    (0..<n).publisher.flatMap(maxPublishers: .max(1)) { [8 * $0, 8 * $0 + 4].publisher }.subscribe(slow)
    inThreads(2) { _ in slow.sip() }
    #expect(slow.ledger.count == 2 * n)
    #expect(slow.ledger.ends == 1)
    #expect(slow.ledger.isClean)
  }

  @Test func twoThreadsAskASuccession() {
    let slow = Sipping()
    let n = n
    (0..<n).publisher.map { 4 * $0 }.append((n..<2 * n).publisher.map { 4 * $0 }).subscribe(slow)
    inThreads(2) { _ in slow.sip() }
    #expect(slow.ledger.count == 2 * n)
    #expect(slow.ledger.ends == 1)
    #expect(slow.ledger.isClean)
  }

  @Test func twoThreadsAskABufferThatAThirdFills() {
    let slow = Sipping()
    let subject = Source()
    subject.buffer(size: n, prefetch: .byRequest, whenFull: .dropNewest).subscribe(slow)
    inThreads(3) { me in
      if me < 2 { return slow.sip() }
      send(subject, as: 0)
      subject.send(completion: .finished)
    }
    #expect(slow.ledger.count == n)
    #expect(slow.ledger.ends == 1)
    #expect(slow.ledger.isClean)
  }

  @Test func aCancelAtAnyTimeReleasesEverything() {  // C61, C72
    let alive = Alive()
    for _ in 0..<rounds {
      let (a, b, counted, ledger) = (Source(), Source(), Counted(alive), Ledger())
      let token = a.zip(b).map { $0.0 }
        .merge(
          with: a.flatMap { Just($0) }.buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest)
        )
        .append(b).combineLatest(a.map { _ in b }.switchToLatest())
        .sink { _ in withExtendedLifetime(counted) { ledger.note(4 * ledger.count) } }
      inThreads(3) { me in
        switch me {
        case 0: for i in 0..<40 { a.send(i) }
        case 1:
          for i in 0..<40 { b.send(i) }
          b.send(completion: .finished)
        default:
          sched_yield()
          token.cancel()
        }
      }
      #expect(ledger.isClean)
    }
    #expect(alive.isNone)
  }

  @Test func twoSidesEndAtOnceWithOneEnd() {  // C40, C72
    let alive = Alive()
    let ledger = Ledger()
    for _ in 0..<rounds {
      let (a, b, counted) = (Source(), Source(), Counted(alive))
      let token = a.merge(with: b).sink(
        receiveCompletion: { _ in withExtendedLifetime(counted) { ledger.end() } }, receiveValue: { _ in })
      inThreads(2) { me in
        let mine = me == 0 ? a : b
        for i in 0..<20 { mine.send(i) }
        mine.send(completion: .finished)
      }
      withExtendedLifetime(token) {}
    }
    #expect(ledger.ends == rounds)
    #expect(alive.isNone)
  }

  @Test func aShareIsJoinedAndLeftByThreads() {  // rows 92 and 94
    let alive = Alive()
    for _ in 0..<rounds {
      let subject = Source()
      let open = Atomic<Int>(0)
      let most = Atomic<Int>(0)
      let shared = subject.handleEvents(
        receiveSubscription: { _ in most.max(open.add(1, ordering: .relaxed).newValue, ordering: .relaxed) },
        receiveCancel: { open.subtract(1, ordering: .relaxed) }
      ).share()
      inThreads(3) { me in
        if me == 2 { return (0..<40).forEach { subject.send($0) } }
        for _ in 0..<10 {
          let counted = Counted(alive)
          shared.sink { _ in withExtendedLifetime(counted) {} }.cancel()
        }
      }
      #expect(open.load(ordering: .relaxed) == 0)
    }
    #expect(alive.isNone)
  }
}
