import Streams
import StreamsTesting
import Synchronization
import Testing

/// A test tool that finds nothing proves nothing: here each fault is made on purpose.
@Suite("the recorder and the probe")
struct RecorderTests {
  private final class Idle: Subscription {
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }

  private final class Meeting: Sendable {
    let isInside = Atomic<Bool>(false)
    let isDone = Atomic<Bool>(false)
  }

  private func rules(_ body: (Recorder<Int, Oops>) -> Void) -> [String] {
    let recorder = Recorder<Int, Oops>()
    body(recorder)
    return recorder.brokenRules
  }

  @Test("C99: each broken rule is found")
  func faults() {
    #expect(rules { _ = $0.receive(1) } == ["C2", "C13"])
    #expect(rules { $0.receive(completion: .finished) } == ["C2"])
    #expect(
      rules {
        $0.receive(subscription: Idle())
        $0.request(.max(1))
        _ = $0.receive(1)
        _ = $0.receive(2)
      } == ["C13"])
    #expect(
      rules {
        $0.receive(subscription: Idle())
        $0.receive(completion: .finished)
        $0.receive(completion: .finished)
      } == ["C40"])
    #expect(
      rules {
        $0.receive(subscription: Idle())
        $0.request(.unlimited)
        $0.cancel()
        _ = $0.receive(1)
        $0.receive(completion: .finished)
      } == ["C61", "C61"])
    #expect(
      rules {
        $0.receive(subscription: Idle())
        $0.request(.unlimited)
        $0.onValue = { recorder, value in
          if value == 1 { _ = recorder.receive(2) }
          return .none
        }
        _ = $0.receive(1)
      } == ["C31"])
  }

  @Test("a good stream breaks none")
  func noFault() {
    let recorder = Recorder<Int, Never>(demand: .max(2))
    [1, 2, 3].publisher.subscribe(recorder)
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.isFinished)
    #expect(recorder.violations == [])
    #expect(recorder.demanded == .max(3))
    #expect(recorder.ledger == DemandLedger(asked: .max(3), received: 3))
  }

  @Test("C12: the ledger tells what was asked for from what was returned, and what is still to come")
  func ledger() {
    let probe = Probe<Int, Oops>()
    let recorder = Recorder<Int, Oops>(demand: .max(2))
    recorder.onValue = { _, value in value == 1 ? .max(3) : .none }
    probe.subscribe(recorder)
    probe.send(1)
    #expect(recorder.ledger == DemandLedger(asked: .max(2), returned: .max(3), received: 1))
    #expect(recorder.ledger.outstanding == .max(4))
    #expect("\(recorder.ledger)" == "asked max(2), returned max(3), received 1, outstanding max(4)")
    recorder.request(.unlimited)
    probe.send(2)
    #expect(recorder.ledger.outstanding == .unlimited)
    probe.finish()
    #expect(DemandLedger(asked: .max(1), received: 5).outstanding == Subscribers.Demand.none)
  }

  @Test("C31: two threads that send at once are found out")
  func twoThreads() async {
    let recorder = Recorder<Int, Oops>(demand: .unlimited)
    let bad = Probe<Int, Oops>(keepsLaw: false)
    bad.subscribe(recorder)
    let meeting = Meeting()
    recorder.onValue = { _, value in
      if value == 1 {
        meeting.isInside.store(true, ordering: .releasing)
        while !meeting.isDone.load(ordering: .acquiring) {}
      }
      return .none
    }
    await withTaskGroup { group in
      group.addTask { _ = bad.send(1) }
      group.addTask {
        while !meeting.isInside.load(ordering: .acquiring) {}
        bad.send(2)
        meeting.isDone.store(true, ordering: .releasing)
      }
    }
    #expect(recorder.brokenRules == ["C31"])
    #expect(recorder.values == [1, 2])
    recorder.cancel()
    bad.dropSubscribers()
  }

  @Test("a probe says when a value found no demand, and can be told to send it all the same")
  func probe() {
    let good = Probe<Int, Oops>()
    let recorder = Recorder<Int, Oops>(demand: .max(1))
    recorder.onValue = { _, value in value == 1 ? .max(1) : .none }
    good.subscribe(recorder)
    #expect(good.send(1) == .max(1))
    #expect(good.send(2) == Subscribers.Demand.none)
    #expect(good.send(3) == nil)
    #expect(good.history == [.subscribe, .request(.max(1)), .returned(.max(1))])
    let bad = Probe<Int, Oops>(keepsLaw: false)
    let victim = Recorder<Int, Oops>()
    bad.subscribe(victim)
    bad.send(1)
    #expect(victim.violations.count == 1)
    for recorder in [recorder, victim] { recorder.cancel() }
    bad.dropSubscribers()
  }
}
