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

  /// As of a program's own, for the subjects of the library, which values reach by a shorter way.
  private func check<S: Subject>(_ make: @escaping () -> S) where S.Output == Int, S.Failure == Broken {
    let probe = Probe<Int, Broken>(keepsLaw: false)
    weak var held: S?
    do {
      let (subject, recorder) = (make(), Recorder<Int, Broken>(demand: .unlimited))
      held = subject
      subject.subscribe(recorder)
      let token = probe.subscribe(subject)
      probe.send(1)
      #expect(recorder.values.last == 1)
      recorder.cancel()
      withExtendedLifetime(token) {}
    }
    #expect(held == nil)
    #expect(probe.asked == [.request(.unlimited), .cancel])
    // Without a token: only the subject's own end lets go of upstream.
    let other = Probe<Int, Broken>(keepsLaw: false)
    var subject: S? = make()
    held = subject
    let recorder = Recorder<Int, Broken>(demand: .unlimited)
    subject?.subscribe(recorder)
    other.subscribe(AnySubscriber(subject!))
    other.send(2)
    #expect(recorder.values.last == 2)
    recorder.cancel()
    subject = nil
    #expect(held == nil)
    #expect(other.asked == [.request(.unlimited), .cancel])
    other.send(3)
    other.finish()
    #expect(recorder.values.last == 2 && recorder.completion == nil && recorder.violations == [])
    // The end reaches it as well.
    let third = make()
    let last = Recorder<Int, Broken>(demand: .unlimited)
    third.subscribe(last)
    let failing = Probe<Int, Broken>()
    failing.subscribe(AnySubscriber(third))
    failing.fail(.here)
    #expect(last.failure == .here)
    for probe in [probe, other] { probe.dropSubscribers() }
  }

  @Test func thatHoldsForTheSubjectsOfTheLibrary() {  // C66, row 104
    check { PassthroughSubject<Int, Broken>() }
    check { CurrentValueSubject<Int, Broken>(0) }
  }

  @Test func aSubscriptionThatComesWhenTheSubjectIsGoneIsCancelled() {  // C11
    let probe = Probe<Int, Never>(isLate: true)
    do {
      let subject = PassthroughSubject<Int, Never>()
      probe.subscribe(AnySubscriber(subject))
    }
    probe.begin()
    #expect(probe.asked == [.cancel])
  }
}
