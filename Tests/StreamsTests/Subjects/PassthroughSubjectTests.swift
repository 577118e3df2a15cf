import Streams
import StreamsTesting
import Testing

@Suite struct PassthroughSubjectTests {
  typealias Passthrough = PassthroughSubject<Int, Broken>
  typealias Watcher = Recorder<Int, Broken>

  @Test func aValueReachesThoseWhoAskedAndIsLostForTheRest() {  // C80
    let subject = Passthrough()
    let (asking, waiting) = (Watcher(demand: .max(1)), Watcher())
    subject.subscribe(asking)
    subject.subscribe(waiting)
    subject.send(1)
    subject.send(2)
    waiting.request(.max(2))
    subject.send(3)
    subject.send(completion: .failure(.here))
    #expect(asking.values == [1])
    #expect(waiting.values == [3])
    #expect(asking.failure == .here)
    #expect(waiting.failure == .here)
    #expect(asking.violations + waiting.violations == [])
  }

  @Test func whatIsReturnedIsDemandButNotForAValueSentFromInside() {  // C12, C34
    let subject = Passthrough()
    let recorder = Watcher(demand: .max(1))
    recorder.allowsNesting = true
    recorder.onValue = { _, value in
      if value == 1 { subject.send(2) }  // no demand yet
      return .max(1)
    }
    subject.subscribe(recorder)
    subject.send(1)
    subject.send(3)
    #expect(recorder.values == [1, 3])
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test func afterTheCompletionItIsDead() {  // C85
    let subject = Passthrough()
    let early = Watcher(demand: .unlimited)
    subject.subscribe(early)
    subject.send(completion: .failure(.here))
    subject.send(1)
    subject.send(completion: .finished)
    let late = Watcher()
    subject.subscribe(late)
    for recorder in [early, late] {
      #expect(recorder.values == [])
      #expect(recorder.failure == .here)
      #expect(recorder.violations == [])
    }
    #expect("\(late.subscription!)" == "Empty")
  }

  @Test func whatItIsFedWithIsAskedForEverythingOnceSomebodyAsks() {  // C84
    let (first, second) = (Probe<Int, Broken>(), Probe<Int, Broken>())
    let subject = Passthrough()
    let token = first.subscribe(subject)
    let recorder = Watcher()
    subject.subscribe(recorder)
    #expect(first.asked == [])
    recorder.request(.max(2))
    recorder.request(.max(2))
    #expect(first.asked == [.request(.unlimited)])
    let other = second.subscribe(subject)
    #expect(second.asked == [.request(.unlimited)])
    first.send(1)
    second.send(2)
    #expect(recorder.values == [1, 2])
    withExtendedLifetime((token, other)) {}
    recorder.cancel()
  }

  @Test func itLivesWhileSomebodyIsSubscribed() {  // C66, C72
    let recorder = Watcher(demand: .unlimited)
    weak var watched: Passthrough?
    do {
      let subject = Passthrough()
      watched = subject
      subject.subscribe(recorder)
    }
    #expect(watched != nil)
    watched?.send(1)
    #expect(recorder.values == [1])
    recorder.cancel()
    #expect(watched == nil)
  }

  @Test func aSubscriptionThatIsOverKeepsNothing() {  // C72
    let ends: [(Passthrough, Watcher) -> Void] = [
      { $1.cancel() }, { subject, _ in subject.send(completion: .finished) },
    ]
    for end in ends {
      weak var watched: Passthrough?
      weak var reader: Watcher?
      var subscription: (any Subscription)?
      do {
        let (subject, recorder) = (Passthrough(), Watcher(demand: .unlimited))
        (watched, reader) = (subject, recorder)
        subject.subscribe(recorder)
        subscription = recorder.subscription
        end(subject, recorder)
        recorder.dropSubscription()
      }
      #expect(watched == nil)
      #expect(reader == nil)
      subscription?.request(.max(1))
      subscription?.cancel()
    }
  }

  @Test func FG6_oneSubscriberTwiceGetsEverythingTwiceAndASinkRefuses() {  // C8, C9
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    let both = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.unlimited) },
      receiveValue: {
        seen.append($0)
        return .none
      })
    subject.subscribe(both)
    subject.subscribe(both)
    var once: [Int] = []
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { once.append($0) })
    subject.subscribe(sink)
    subject.subscribe(sink)
    subject.send(1)
    subject.send(2)
    #expect(seen == [1, 1, 2, 2])
    #expect(once == [1, 2])
    sink.cancel()
    subject.send(completion: .finished)
  }

  @Test func itsSubscriptionShowsItsName() {
    let recorder = Watcher()
    Passthrough().subscribe(recorder)
    #expect("\(recorder.subscription!)" == "PassthroughSubject")
    #expect(
      Mirror(reflecting: recorder.subscription!).children.map(\.label) == ["parent", "downstream", "demand", "subject"])
    recorder.cancel()
  }

  @Test func askingForNothingTraps() async {  // C15, C63
    await #expect(processExitsWith: .failure) {
      let recorder = Recorder<Int, Never>()
      PassthroughSubject<Int, Never>().subscribe(recorder)
      recorder.subscription?.request(.none)
    }
  }
}
