import Foundation
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

@Suite struct NotificationCenterTests {
  let center = NotificationCenter()
  let name = Notification.Name("test")
  private func post(_ number: Int, from object: AnyObject? = nil) {
    center.post(name: name, object: object, userInfo: ["n": number])
  }
  private func numbers(_ publisher: NotificationCenter.Publisher) -> Publishers.Map<NotificationCenter.Publisher, Int> {
    publisher.map { $0.userInfo?["n"] as? Int ?? -1 }
  }

  @Test func notificationsOfThatNameComeWithinThePost() {  // row 15
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    numbers(center.publisher(for: name)).subscribe(recorder)
    post(1)
    center.post(name: Notification.Name("another"), object: nil)
    NotificationCenter.default.post(name: name, object: nil)
    post(2)
    #expect(recorder.values == [1, 2])
    recorder.cancel()
  }

  @Test func onlyTheObjectAskedForIsHeard() {
    let (mine, other) = (Canary(), Canary())
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    numbers(center.publisher(for: name, object: mine)).subscribe(recorder)
    post(1, from: mine)
    post(2, from: other)
    post(3)
    #expect(recorder.values == [1])
    recorder.cancel()
  }

  @Test func objectsAreToldApartByIdentity() {
    final class Equal: Equatable, Sendable {
      static func == (l: Equal, r: Equal) -> Bool { true }
    }
    let (mine, twin) = (Equal(), Equal())
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    numbers(center.publisher(for: name, object: mine)).subscribe(recorder)
    post(1, from: twin)
    post(2, from: mine)
    #expect(recorder.values == [2])
    recorder.cancel()
  }

  @Test func whatNobodyAskedForIsDropped() {
    let recorder = Recorder<Int, Never>()
    numbers(center.publisher(for: name)).subscribe(recorder)
    post(1)
    recorder.request(.none)  // C15
    post(2)
    recorder.request(.max(2))
    for i in 3...6 { post(i) }
    #expect(recorder.values == [3, 4])
    recorder.request(.max(1))
    post(7)
    post(8)
    #expect(recorder.values == [3, 4, 7])
    recorder.cancel()
  }

  @Test func cancelLetsGoOfCenterObjectAndSubscriber() throws {  // row 15, C72
    weak var weakCenter: NotificationCenter?
    weak var object: Canary?
    weak var subscriber: Recorder<Notification, Never>?
    var subscription: (any Subscription)?
    do {
      let (center, canary) = (NotificationCenter(), Canary())
      let recorder = Recorder<Notification, Never>(demand: .unlimited)
      (weakCenter, object, subscriber) = (center, canary, recorder)
      center.publisher(for: name, object: canary).subscribe(recorder)
      subscription = recorder.subscription
      recorder.dropSubscription()
    }
    #expect(weakCenter != nil && object != nil && subscriber != nil)
    subscription?.cancel()
    #expect(weakCenter == nil && object == nil && subscriber == nil)
    subscription = nil
  }

  @Test func cancellingFromInsideADeliveryIsTheLastOfIt() {  // C61
    var token: AnyCancellable?
    var seen: [Int] = []
    token = numbers(center.publisher(for: name)).sink {
      seen.append($0)
      if $0 == 2 { token?.cancel() }
    }
    for i in 1...4 { post(i) }
    #expect(seen == [1, 2])
    token = nil
  }

  @Test func postingFromInsideADeliveryNests() {  // C34
    var seen: [String] = []
    let token = numbers(center.publisher(for: name)).sink {
      seen.append("begin \($0)")
      if $0 == 1 { post(2) }
      seen.append("end \($0)")
    }
    post(1)
    #expect(seen == ["begin 1", "begin 2", "end 2", "end 1"])
    token.cancel()
  }

  @Test func twoThreadsThatPostAreHeardOneAfterTheOther() {  // C31
    let (busy, seen) = (DispatchSemaphore(value: 1), Notes<Int>(2000))
    let token = numbers(center.publisher(for: name)).sink {
      if busy.wait(timeout: .now()) == .timedOut { Issue.record("two at a time") } else { busy.signal() }
      seen.add($0)
    }
    let (center, name) = (center, name)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for i in 0..<500 { center.post(name: name, object: nil, userInfo: ["n": i]) }
    }
    #expect(seen.all.count == 2000)
    token.cancel()
  }

  @Test func publishersAreEqualIfTheyObserveTheSame() {
    let (a, b) = (Canary(), Canary())
    let publisher = center.publisher(for: name, object: a)
    #expect(publisher == NotificationCenter.Publisher(center: center, name: name, object: a))
    #expect(publisher != center.publisher(for: name, object: b))
    #expect(publisher != center.publisher(for: name))
    #expect(publisher != center.publisher(for: Notification.Name("another"), object: a))
    #expect(publisher != NotificationCenter().publisher(for: name, object: a))
    #expect(center.publisher(for: name) == center.publisher(for: name))
    #expect(publisher.center === center && publisher.name == name && publisher.object === a)
    #expect(String(describing: center.publisher(for: name)) == "NotificationCenter.Publisher(name: test)")
  }

  @Test func itsSubscriptionShowsAsAnObserver() throws {  // reflection
    let canary = Canary()
    let recorder = Recorder<Notification, Never>(demand: .max(2))
    center.publisher(for: name, object: canary).subscribe(recorder)
    let subscription = try #require(recorder.subscription)
    #expect(String(describing: subscription) == "NotificationCenter Observer")
    let shown = (subscription as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription
    #expect(shown as? String == "NotificationCenter Observer")
    #expect(!(subscription is any CustomDebugStringConvertible))
    let mirror = Mirror(reflecting: subscription)
    #expect(mirror.children.map(\.label) == ["center", "name", "object", "demand"])
    #expect(mirror.descendant("center") as? NotificationCenter === center)
    #expect(mirror.descendant("name") as? Notification.Name == name)
    #expect(mirror.descendant("object") as? Canary === canary)
    #expect(mirror.descendant("demand") as? Subscribers.Demand == .max(2))
    recorder.cancel()
  }
}
