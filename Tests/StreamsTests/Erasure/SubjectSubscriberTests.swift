import Streams
import StreamsTesting
import Testing

@Suite struct SubjectSubscriberTests {
  /// Writes down what it is sent; asks its upstream for everything.
  final class Log: Subject {
    typealias Output = Int
    typealias Failure = Never
    var events: [String] = []
    var upstream: (any Subscription)?
    func send(_ value: Int) { events.append("\(value)") }
    func send(completion: Subscribers.Completion<Never>) { events.append("end") }
    func send(subscription: any Subscription) {
      events.append("\(subscription)")
      upstream = subscription
      subscription.request(.unlimited)
    }
    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
    deinit { upstream?.cancel() }
  }

  @Test func aSubjectGetsSubscriptionValuesAndTheEnd() {
    let (probe, log) = (Probe<Int, Never>(), Log())
    let token = probe.subscribe(log)
    probe.send(1)
    probe.finish()
    #expect(log.events == ["Subject", "1", "end"])
    #expect(probe.asked == [.request(.unlimited)])
    withExtendedLifetime(token) {}
  }

  @Test func droppingTheTokenCancelsUpstreamAndDoesNotEndTheSubject() {
    let (probe, log) = (Probe<Int, Never>(keepsLaw: false), Log())
    var token: AnyCancellable? = probe.subscribe(log)
    withExtendedLifetime(token) { _ = probe.send(1) }
    token = nil
    probe.send(2)
    probe.finish()
    #expect(log.events == ["Subject", "1"])
    #expect(probe.asked == [.request(.unlimited), .cancel])
  }

  @Test func theSubjectIsNotKeptAliveByItsUpstream() {
    let probe = Probe<Int, Never>()
    var log: Log? = Log()
    weak let held = log
    let token = probe.subscribe(log!)
    log = nil
    #expect(held == nil)
    #expect(probe.asked == [.request(.unlimited), .cancel])
    probe.send(1)
    withExtendedLifetime(token) {}
  }

  @Test func aSubscriberMadeOfASubjectSaysSo() {
    let log = Log()
    let subscriber = AnySubscriber(log)
    #expect("\(subscriber)" == "Subject")
    #expect("\(subscriber.customMirror.subjectType)".hasPrefix("SubjectSubscriber<"))
    let (one, other) = (Probe<Int, Never>(), Probe<Int, Never>())
    one.subscribe(subscriber)
    other.subscribe(subscriber)
    #expect(other.asked == [.cancel])  // C8
    withExtendedLifetime(log) {}
  }
}
