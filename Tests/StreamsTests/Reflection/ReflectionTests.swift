import Streams
import StreamsTesting
import Testing

@Suite("how operators and sources show")
struct ReflectionTests {
  @Test("names, labels and nothing else", arguments: Look.all)
  func shows(_ look: Look) throws {
    let looks = Looks()
    looks.subscribe(to: look.make(looks))
    looks.time.advance(by: .milliseconds(1))
    if look.sides != .subscription {
      #expect(!looks.subscribers.isEmpty)
      for subscriber in looks.subscribers { check(subscriber, look) }
    }
    let subscription = try #require(looks.subscription)
    if look.sides != .subscriber {
      check(subscription, look)
    } else {
      #expect(String(describing: subscription) == "Upstream")  // C6
    }
    subscription.cancel()
  }

  private func check(_ object: Any, _ look: Look) {
    #expect(!(object is any CustomDebugStringConvertible))
    guard let name = look.name else {
      #expect(!(object is any CustomStringConvertible))
      #expect(!(object is any CustomReflectable))
      #expect(!(object is any CustomPlaygroundDisplayConvertible))
      return
    }
    #expect(String(describing: object) == name)
    #expect((object as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription as? String == name)
    #expect(object is any CustomReflectable)
    let mirror = Mirror(reflecting: object)
    #expect(mirror.children.map(\.label) == look.labels)
    #expect(mirror.superclassMirror == nil, "how it works shows")
    for child in mirror.children { #expect(!"\(child.value)".hasPrefix("Optional(")) }
  }

  @Test func autoconnectsSubscriptionShowsAsUpstreamsAndHasItsIdentity() throws {
    let looks = Looks()
    looks.subscribe(to: looks.harmless.makeConnectable().autoconnect())
    let subscription = try #require(looks.subscription)
    #expect(String(describing: subscription) == "Multicast")
    #expect((subscription as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription as? String == "Multicast")
    #expect(!(subscription is any CustomReflectable))
    subscription.cancel()
  }

  @Test func aSequenceShowsAsItselfUntilItIsOverAndARecordAsItsValues() {
    let (sequence, record) = (Recorder<Int, Never>(), Recorder<Int, Never>())
    (1...3).publisher.subscribe(sequence)
    Record<Int, Never>(output: [1, 2], completion: .finished).subscribe(record)
    #expect("\(sequence.subscription!)" == "1...3" && "\(record.subscription!)" == "[1, 2]")
    sequence.request(.unlimited)
    record.cancel()
    #expect("\(sequence.subscription!)" == "Sequence" && "\(record.subscription!)" == "Cancelled Events")
  }

  @Test func aMirrorShowsWhatIsThere() throws {
    let subject = PassthroughSubject<Int, Broken>()
    let recorder = Recorder<Int, Broken>(demand: .max(2))
    subject.subscribe(recorder)
    let mirror = Mirror(reflecting: try #require(recorder.subscription))
    #expect(mirror.descendant("parent") as? PassthroughSubject<Int, Broken> === subject)
    #expect(mirror.descendant("demand") as? Subscribers.Demand == .max(2))
    recorder.cancel()
    let looks = Looks()
    looks.subscribe(to: looks.numbers.removeDuplicates())
    let relay = try #require(looks.subscribers.first)
    #expect(Mirror(reflecting: relay).descendant("downstream") is AnySubscriber<Int, Broken>)
    looks.subscription?.cancel()
  }

  @Test func theSubscribersOfOneOperatorShareItsIdentityButNotItsType() throws {  // DETAILS 7
    let looks = Looks()
    let other = looks.numbers
    for publisher in [
      looks.numbers.drop(untilOutputFrom: other) as any Publisher, looks.numbers.prefix(untilOutputFrom: other),
    ] {
      looks.forget()
      looks.subscribe(to: publisher)
      #expect(looks.subscribers.count == 2)
      #expect(Set(looks.subscribers.map(\.combineIdentifier)).count == 1)
      looks.subscription?.cancel()
    }
    for publisher in [
      looks.finishing.append(looks.numbers) as any Publisher, looks.numbers.prepend(looks.finishing),
    ] {
      looks.forget()
      looks.subscribe(to: publisher)
      let all = looks.subscribers.map { $0 as Any } + [try #require(looks.subscription)]
      let identities = looks.subscribers.map(\.combineIdentifier) + [looks.subscription!.combineIdentifier]
      #expect(all.count == 3)
      #expect(Set(identities).count == 1)
      #expect(Set(all.map { ObjectIdentifier(type(of: $0)) }).count == 3)
      looks.subscription?.cancel()
    }
  }

  @Test func aSubjectThatSubscribesShowsAsSubject() throws {
    let looks = Looks()
    let subject = PassthroughSubject<Int, Broken>()
    let token = looks.numbers.subscribe(subject)
    let subscriber = try #require(looks.subscribers.first)
    #expect(String(describing: subscriber) == "Subject")
    let erased = AnySubscriber(subject)
    #expect("\(Mirror(reflecting: erased).subjectType)".hasPrefix("SubjectSubscriber<"))
    #expect(erased.description == "Subject")
    token.cancel()
  }

  @Test func anErasedSubscriberShowsAsWhatItWraps() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    let erased = AnySubscriber(AnySubscriber(sink))
    #expect(erased.description == "Sink" && erased.playgroundDescription as? String == "Sink")
    #expect(erased.combineIdentifier == sink.combineIdentifier)
    #expect(Mirror(reflecting: erased).subjectType is Subscribers.Sink<Int, Never>.Type)
    let closures = AnySubscriber<Int, Never>()
    #expect(closures.description == "Anonymous AnySubscriber")
    #expect(Mirror(reflecting: closures).children.isEmpty)
  }

  @Test func anErasedPublisherIsOneReferenceAndErasingAgainGivesIt() {  // DETAILS 6
    let erased = Just(1).eraseToAnyPublisher()
    #expect(MemoryLayout<AnyPublisher<Int, Never>>.size == MemoryLayout<AnyObject>.size)
    let again = AnyPublisher(erased.eraseToAnyPublisher())
    let isSame = unsafeBitCast(erased, to: UInt.self) == unsafeBitCast(again, to: UInt.self)
    #expect(isSame)
    withExtendedLifetime((erased, again)) {}
    #expect(erased.description == "AnyPublisher" && erased.playgroundDescription as? String == "AnyPublisher")
  }
}
