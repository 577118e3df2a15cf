import Glibc
import Streams
import StreamsTesting
import Synchronization
import Testing

/// Where two threads wait for each other, round after round.
final class Meeting: Sendable {
  private let arrived = Atomic<Int>(0)
  let size: Int
  init(_ size: Int) { self.size = size }
  func wait() {
    let mine = arrived.add(1, ordering: .acquiringAndReleasing).newValue
    let full = (mine + size - 1) / size * size
    while arrived.load(ordering: .acquiring) < full { sched_yield() }
  }
}

/// Writes down what it gets, with the name of who got it.
final class Diary {
  var lines: [String] = []
  func sink(_ name: String, _ then: @escaping (Int) -> Void = { _ in }) -> Subscribers.Sink<Int, Never> {
    Subscribers.Sink(
      receiveCompletion: { _ in self.lines.append("\(name)|") },
      receiveValue: {
        self.lines.append("\(name)\($0)")
        then($0)
      })
  }
  func values(of name: String) -> [String] { lines.filter { $0.hasPrefix(name) }.map { String($0.dropFirst()) } }
}

/// What both subjects do for their subscribers: turns, nesting, order.
@Suite struct HubTests {
  typealias Passthrough = PassthroughSubject<Int, Never>

  @Test func aCompletionFromAnotherThreadNeverOvertakesTheSubscription() {  // C2
    let rounds = 2_000
    let meeting = Meeting(2)
    var subject = Passthrough()
    var recorder = Recorder<Int, Never>(demand: .unlimited)
    var broken: [String] = []
    inThreads(2) { me in
      for _ in 0..<rounds {
        meeting.wait()
        if me == 0 { subject.send(completion: .finished) } else { subject.subscribe(recorder) }
        meeting.wait()
        if me == 1 {
          broken += recorder.violations
          if !recorder.isFinished { broken.append("no end") }
          (subject, recorder) = (Passthrough(), Recorder(demand: .unlimited))
        }
      }
    }
    #expect(broken == [])
  }

  @Test func aSecondSenderWaitsAndHasDeliveredWhenItReturns() {  // C33
    let subject = Passthrough()
    let isInside = Atomic(false)
    let mayGo = Atomic(false)
    let isSecondDone = Atomic(false)
    var order: [Int] = []
    let token = subject.sink { value in
      if value == 1 {
        isInside.store(true, ordering: .releasing)
        while !mayGo.load(ordering: .acquiring) { sched_yield() }
      }
      order.append(value)
    }
    inThreads(3) { me in
      switch me {
      case 0: subject.send(1)
      case 1:
        while !isInside.load(ordering: .acquiring) { sched_yield() }
        subject.send(2)
        #expect(order == [1, 2])
        isSecondDone.store(true, ordering: .releasing)
      default:
        while !isInside.load(ordering: .acquiring) { sched_yield() }
        for _ in 0..<2_000 { sched_yield() }
        let isEarly = isSecondDone.load(ordering: .acquiring)
        #expect(!isEarly)
        mayGo.store(true, ordering: .releasing)
      }
    }
    #expect(order == [1, 2])
    withExtendedLifetime(token) {}
  }

  @Test func aSenderInsideADeliveryOfAnotherSubjectLeavesItsValue() {  // C33
    let (busy, other) = (Passthrough(), Passthrough())
    let isInside = Atomic(false)
    let isLeft = Atomic(false)
    var order: [Int] = []
    let tokens = [
      busy.sink { value in
        if value == 1 {
          isInside.store(true, ordering: .releasing)
          while !isLeft.load(ordering: .acquiring) { sched_yield() }
        }
        order.append(value)
      },
      other.sink { busy.send($0) },
    ]
    inThreads(2) { me in
      if me == 0 { return busy.send(1) }
      while !isInside.load(ordering: .acquiring) { sched_yield() }
      other.send(2)  // returns although the first delivery waits for us
      isLeft.store(true, ordering: .releasing)
    }
    #expect(order == [1, 2])
    withExtendedLifetime(tokens) {}
  }

  @Test func whoWaitsWhenTheSubjectEndsIsLetGo() {  // C33, C85
    for _ in 0..<200 {
      let subject = Passthrough()
      let isInside = Atomic(false)
      let token = subject.sink { value in
        guard value == 1 else { return }
        isInside.store(true, ordering: .releasing)
        for _ in 0..<50 { sched_yield() }
        subject.send(completion: .finished)
      }
      inThreads(3) { me in
        if me == 0 { return subject.send(1) }
        while !isInside.load(ordering: .acquiring) { sched_yield() }
        if me == 1 { subject.send(2) } else { subject.send(completion: .finished) }
      }
      withExtendedLifetime(token) {}
    }
  }

  // MARK: nesting

  @Test func aNestedSendIsThereWhenItReturnsHoweverDeep() {  // C34
    let subject = Passthrough()
    let diary = Diary()
    var depth: [Int] = []
    subject.subscribe(
      diary.sink("a") { value in
        if value < 5 { subject.send(value + 1) }
        depth.append(value)
      })
    subject.send(1)
    #expect(diary.lines == ["a1", "a2", "a3", "a4", "a5"])
    #expect(depth == [5, 4, 3, 2, 1])
    subject.send(completion: .finished)
  }

  @Test func aNestedSendReachesAtOnceThoseWhoHaveTheValueUnderWayAlsoASecondTime() {  // C35
    let subject = Passthrough()
    let diary = Diary()
    subject.subscribe(
      diary.sink("a") { value in
        if value < 3 {
          subject.send(value + 1)
          diary.lines.append("a\(value) over")
        }
      })
    subject.subscribe(diary.sink("b"))
    subject.send(1)
    #expect(diary.lines == ["a1", "a2", "a3", "a2 over", "a1 over", "b1", "b2", "b3"])
    subject.send(completion: .finished)
  }

  @Test func nobodySeesAnOlderValueAfterANewerOneWhoeverSendsFromWhere() {  // C35
    // Four subscribers; each of them sends on from inside some values, all at once.
    for pattern in 0..<81 {
      let subject = CurrentValueSubject<Int, Never>(0)
      let diary = Diary()
      var next = 1
      var rest = pattern
      for name in ["a", "b", "c", "d"] {
        let mine = rest % 3
        rest /= 3
        var sent = 0
        subject.subscribe(
          diary.sink(name) { value in
            if value != 0 && sent < mine {
              sent += 1
              next += 1
              subject.send(next)
              if value & 1 == 1 {
                next += 1
                subject.send(next)
              }
            }
          })
      }
      subject.send(1)
      for name in ["a", "b", "c", "d"] {
        #expect(diary.values(of: name) == (0...next).map(String.init), "\(pattern)")
      }
      #expect(subject.value == next)
      subject.send(completion: .finished)
    }
  }

  @Test func FA8_everyoneEndsWithTheSameValue() {  // C35
    let (plain, current) = (Passthrough(), CurrentValueSubject<Int, Never>(0))
    for subject in [plain, current] as [any Subject<Int, Never>] {
      let diary = Diary()
      subject.subscribe(diary.sink("a") { if $0 == 1 { subject.send(2) } })
      for name in ["b", "c", "d"] { subject.subscribe(diary.sink(name)) }
      subject.send(1)
      for name in ["a", "b", "c", "d"] { #expect(diary.values(of: name).suffix(2) == ["1", "2"]) }
      subject.send(completion: .finished)
    }
    #expect(current.value == 2)
  }

  @Test func FA10_sendingFromTheHandlerIsNoAnomaly() {  // C34
    let subject = Passthrough()
    var seen: [Int] = []
    let token = subject.removeDuplicates().sink {
      seen.append($0)
      if $0 < 100 { subject.send($0 + 1) }
    }
    subject.send(1)
    #expect(seen == Array(1...100))
    withExtendedLifetime(token) {}
  }

  @Test func aNestedCompletionComesAfterTheValuesBeforeIt() {  // C35, C40
    let subject = Passthrough()
    let diary = Diary()
    subject.subscribe(
      diary.sink("a") { value in
        if value == 1 {
          subject.send(2)
          subject.send(completion: .finished)
          subject.send(3)
        }
      })
    subject.subscribe(diary.sink("b"))
    subject.send(1)
    subject.send(4)
    #expect(diary.lines == ["a1", "a2", "a|", "b1", "b2", "b|"])
  }

  @Test func aNestedSendPassesByThePlaceOfOneWhoHasLeft() {  // C35, C38
    let subject = Passthrough()
    let diary = Diary()
    let first = diary.sink("a")
    subject.subscribe(first)
    subject.subscribe(
      diary.sink("b") { value in
        if value == 1 {
          first.cancel()
          subject.send(2)
          subject.send(completion: .finished)
        }
      })
    let third = diary.sink("c")
    subject.subscribe(third)
    subject.subscribe(diary.sink("d"))
    third.cancel()
    subject.send(1)
    #expect(diary.lines == ["a1", "b1", "b2", "b|", "d1", "d2", "d|"])
  }

  @Test func aSubscriberThatLeavesDuringASendGetsNothingMore() {  // C38, C61
    let subject = Passthrough()
    let diary = Diary()
    let last = diary.sink("c")
    subject.subscribe(diary.sink("a") { if $0 == 1 { last.cancel() } })
    subject.subscribe(diary.sink("b"))
    subject.subscribe(last)
    subject.send(1)
    subject.send(2)
    #expect(diary.lines == ["a1", "b1", "a2", "b2"])
    subject.send(completion: .finished)
  }

  @Test func aSubscriberThatComesDuringASendGetsTheNextOne() {  // C38
    let subject = Passthrough()
    let diary = Diary()
    var isFirst = true
    for name in ["a", "b"] {
      subject.subscribe(
        diary.sink(name) { _ in
          guard name == "a", isFirst else { return }
          isFirst = false
          for late in ["c", "d", "e"] { subject.subscribe(diary.sink(late)) }
        })
    }
    subject.send(1)
    subject.send(2)
    #expect(diary.lines == ["a1", "b1", "a2", "b2", "c2", "d2", "e2"])
    subject.send(completion: .finished)
  }

  @Test(arguments: [0, 1, 2, 5]) func whoComesAfterANestedSendDoesNotGetIt(earlier: Int) {  // C38
    let subject = Passthrough()
    let diary = Diary()
    subject.subscribe(
      diary.sink("a") { value in
        guard value == 1 else { return }
        subject.send(2)
        subject.subscribe(diary.sink("z"))
        subject.send(3)
      })
    for _ in 0..<earlier { subject.subscribe(diary.sink("b")) }
    subject.send(1)
    subject.send(4)
    #expect(diary.values(of: "a") == ["1", "2", "3", "4"])
    #expect(diary.values(of: "z") == ["3", "4"])
    #expect(diary.values(of: "b").count == 4 * earlier)
    subject.send(completion: .finished)
  }

  @Test func whoSendsAndSubscribesFromWithinANoteFreesNothingThatIsStillRead() {  // C35, C38
    for _ in 0..<100 {
      let subject = Passthrough()
      let diary = Diary()
      subject.subscribe(diary.sink("a") { if $0 == 1 { subject.send(2) } })
      subject.subscribe(
        diary.sink("b") { value in
          guard value == 2 else { return }  // it came as a note, and so does the next
          subject.send(3)
          for _ in 0..<20 { subject.subscribe(diary.sink("z")) }  // a larger snapshot takes the place of this one
        })
      subject.subscribe(diary.sink("c"))
      subject.send(1)
      for name in ["a", "b", "c"] { #expect(diary.values(of: name) == ["1", "2", "3"]) }
      #expect(diary.values(of: "z") == [])
      subject.send(4)
      #expect(diary.values(of: "z") == Array(repeating: "4", count: 20))
      subject.send(completion: .finished)
    }
  }

  // MARK: many

  @Test func aThousandComeAndGoInAnyOrderAndTheRestKeepTheirs() {  // C39
    let subject = Passthrough()
    var seen: [Int] = []
    var tokens: [(Int, AnyCancellable)] = []
    var random: UInt64 = 42
    func roll(_ n: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % n
    }
    var next = 0
    func add(_ count: Int) {
      for _ in 0..<count {
        let name = next
        next += 1
        tokens.append((name, subject.sink { _ in seen.append(name) }))
      }
    }
    add(1_000)
    for round in 0..<60 {
      for _ in 0..<roll(200) where !tokens.isEmpty { tokens.remove(at: roll(tokens.count)).1.cancel() }
      if round % 3 == 0 { add(roll(150)) }
      if round == 40 { while tokens.count > 3 { tokens.removeFirst().1.cancel() } }
      seen = []
      subject.send(round)
      #expect(seen == tokens.map(\.0))
    }
    for (_, token) in tokens { token.cancel() }
    seen = []
    subject.send(0)
    #expect(seen == [])
  }

  @Test func manyLeaveDuringOneSend() {  // C38
    let subject = Passthrough()
    var tokens: [AnyCancellable] = []
    var count = 0
    for i in 0..<1_000 {
      tokens.append(
        subject.sink { value in
          count += 1
          if value == 1, i == 499 { tokens = Array(tokens[..<100]) }
        })
    }
    subject.send(1)
    #expect(count == 500)
    subject.send(2)
    #expect(count == 600)
    subject.send(completion: .finished)  // its subscribers hold their own tokens
  }

  // MARK: feeds

  @Test func whatFeedsItIsCancelledWhenItGoes() {  // C66, C84
    let upstream = Probe<Int, Never>()
    var subject: Passthrough? = Passthrough()
    let token = upstream.subscribe(subject!)
    weak let watched = subject
    subject = nil
    #expect(watched == nil)
    #expect(upstream.asked == [.cancel])
    withExtendedLifetime(token) {}
  }

  @Test func whatFeedsADeadSubjectIsCancelledAtOnce() {  // C85
    let upstream = Probe<Int, Never>()
    let subject = Passthrough()
    subject.send(completion: .finished)
    let token = upstream.subscribe(subject)
    #expect(upstream.asked == [.cancel])
    withExtendedLifetime((subject, token)) {}
  }

  @Test func whatFedItBeforeIsLetGoOf() {  // C72: a shared stream is connected again and again
    let hub = TypedHub<AsIs<Int>, Never>("subject")
    let links = (0..<100).map { Link("\($0)") }
    for link in links {
      hub.add(feed: link)
      if link.name != "7" { link.cancel() }
    }
    let last = Link("last")
    hub.add(feed: last)
    let names = hub.feeds.map { "\($0)" }
    #expect(names.contains("7") && names.last == "last")
    #expect(names.count <= 4)
  }

  @Test func addingAFeedCostsTheSameHoweverManyThereAre() {
    let hub = TypedHub<AsIs<Int>, Never>("subject")
    let links = (0..<50_000).map { _ in Link("feed") }  // each looking through all: a minute
    let time = ContinuousClock().measure { for link in links { hub.add(feed: link) } }
    #expect(hub.feeds.count == links.count)
    #expect(time < .seconds(5))
  }
}
