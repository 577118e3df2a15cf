import Streams
import StreamsTesting
import Testing

/// `receive(on:)` on a scheduler that counts what it is given: values may share an action (docs/decisions/033).
@Suite struct JoinedHopsTests {
  typealias Subject = PassthroughSubject<Int, Never>

  /// What came out, in order.
  final class Log {
    var lines: [String] = []
    func add(_ value: Int) { lines.append("\(value)") }
    func add(_ line: String) { lines.append(line) }
  }

  @Test func whatIsSentInARowSharesAnActionWithTheEnd() {
    let (source, watcher, queue) = (Probe<Int, Oops>(), Recorder<Int, Oops>(demand: .unlimited), HandQueue())
    source.receive(on: queue).subscribe(watcher)
    for value in 1...3 { source.send(value) }
    source.fail(Oops())
    #expect(queue.count == 1)
    queue.runOne()
    #expect(watcher.values == [1, 2, 3])
    #expect(watcher.failure == Oops())
    #expect(watcher.violations == [])
  }

  @Test func otherWorkAndOtherStreamsAreNotOvertaken() {  // C93
    let (log, queue, a, b) = (Log(), HandQueue(), Subject(), Subject())
    let tokens = [a.receive(on: queue).sink { log.add($0) }, b.receive(on: queue).sink { log.add($0) }]
    a.send(1)
    a.send(2)
    queue.schedule { log.add("work") }
    a.send(3)
    a.send(4)
    b.send(5)
    a.send(6)
    queue.run()
    #expect(log.lines == ["1", "2", "work", "3", "4", "5", "6"])
    withExtendedLifetime(tokens) {}
  }

  @Test func workScheduledAfterwardsComesAfterAllThatWasSent() {
    let (log, queue, subject) = (Log(), HandQueue(), Subject())
    let token = subject.receive(on: queue).sink { log.add($0) }
    for value in 1...1_000 { subject.send(value) }
    var seen = 0
    queue.schedule { seen = log.lines.count }
    queue.run()
    #expect(seen == 1_000)
    #expect(log.lines == (1...1_000).map { "\($0)" })
    withExtendedLifetime(token) {}
  }

  @Test func anActionDelivers256ValuesAtMost() {
    let (log, queue, subject) = (Log(), HandQueue(), Subject())
    let token = subject.receive(on: queue).sink { log.add($0) }
    for value in 1...600 { subject.send(value) }
    #expect(queue.count == 3)
    queue.runOne()
    #expect(log.lines.count == 256)
    queue.runOne()
    #expect(log.lines.count == 512)
    queue.run()
    #expect(log.lines.count == 600)
    withExtendedLifetime(token) {}
  }

  @Test func whatIsSentFromInsideADeliveryWaitsForTheNextAction() {  // C34
    let (log, queue, subject) = (Log(), HandQueue(), Subject())
    let token = subject.receive(on: queue).sink { value in
      log.add(value)
      if value < 10 { queue.schedule { log.add("after \(value)") } }
      if value < 10 { subject.send(value * 10) }
    }
    subject.send(1)
    subject.send(2)
    queue.runOne()
    #expect(log.lines == ["1", "2"])
    queue.run()
    #expect(log.lines == ["1", "2", "after 1", "10", "after 2", "20"])
    withExtendedLifetime(token) {}
  }

  @Test func cancellingInsideADeliveryStopsTheRestAtOnce() {  // C61, C62
    let (source, queue) = (Probe<Int, Never>(), HandQueue())
    var got: [Int] = []
    var token: AnyCancellable?
    token = source.receive(on: queue).sink { value in
      got.append(value)
      if value == 2 { token?.cancel() }
    }
    for value in 1...5 { source.send(value) }
    queue.run()
    #expect(got == [1, 2])
    #expect(source.cancelCount == 1)
    withExtendedLifetime(token) {}
  }

  @Test func whatIsReturnedIsAskedForBeforeTheNextValue() {  // C90
    let (source, queue) = (Probe<Int, Never>(), HandQueue())
    let log = Log()
    source.receive(on: queue).subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.max(3)) },
        receiveValue: { value in
          log.add("\(value) asked \(source.asked.count)")
          return value < 3 ? .max(1) : .none
        }))
    for value in 1...3 { source.send(value) }
    queue.runOne()
    #expect(log.lines == ["1 asked 1", "2 asked 2", "3 asked 3"])
    #expect(source.asked == [.request(.max(3)), .request(.max(1)), .request(.max(1))])
    source.finish()
    queue.run()
  }

  @Test func aRequestInsideADeliveryReachesUpstreamBeforeTheNextValue() {
    let (source, queue) = (Probe<Int, Never>(), HandQueue())
    let log = Log()
    var subscription: (any Subscription)?
    source.receive(on: queue).subscribe(
      AnySubscriber(
        receiveSubscription: {
          subscription = $0
          $0.request(.max(2))
        },
        receiveValue: { value in
          log.add("\(value) asked \(source.asked.count)")
          subscription?.request(.max(5))
          return .none
        }))
    for value in 1...2 { source.send(value) }
    queue.runOne()
    #expect(log.lines == ["1 asked 1", "2 asked 2"])
    #expect(source.asked == [.request(.max(2)), .request(.max(5)), .request(.max(5))])
    source.finish()
    queue.run()
    subscription = nil
  }

  @Test func aSourceThatSendsInsideTheRequestKeepsToTheDemand() {  // C13, C93
    let queue = HandQueue()
    let watcher = Recorder<Int, Never>(demand: .max(3))
    watcher.onValue = { _, _ in .max(1) }
    (1...1_000).publisher.receive(on: queue).subscribe(watcher)
    var most = 0
    while queue.count > 0 {
      most = max(most, queue.count)
      queue.runOne()
    }
    #expect(watcher.values == Array(1...1_000))
    #expect(watcher.isFinished)
    #expect(watcher.violations == [])
    #expect(most <= 3)
  }

  @Test func anActionWhosePlaceIsNotKnownIsNotJoined() {
    let (log, queue, subject) = (Log(), HandQueue(), Subject())
    let token = subject.receive(on: queue).sink { log.add($0) }
    queue.onSchedule = {  // another thread is quicker, between the action and the look at the tally
      queue.onSchedule = nil
      queue.schedule { log.add("work") }
    }
    subject.send(1)
    subject.send(2)
    queue.run()
    #expect(log.lines == ["1", "work", "2"])
    withExtendedLifetime(token) {}
  }

  @Test func delayHasAnActionForEachValue() {
    let (log, queue, subject) = (Log(), HandQueue(), Subject())
    let token = subject.delay(for: 1, scheduler: queue).sink { log.add($0) }
    for value in 1...3 { subject.send(value) }
    #expect(queue.count == 3)
    queue.run()
    #expect(log.lines == ["1", "2", "3"])
    withExtendedLifetime(token) {}
  }

  @Test func whatTheQueueForgetsLeavesNothingBehind() {  // C72, C73
    for cancels in [false, true] {
      let (source, queue) = (Probe<Witness, Never>(), HandQueue())
      weak var weakWatcher: Recorder<Witness, Never>?
      weak var weakValue: Witness?
      do {
        let watcher = Recorder<Witness, Never>(demand: .unlimited)
        weakWatcher = watcher
        source.receive(on: queue).subscribe(watcher)
        for _ in 1...300 { source.send(Witness()) }
        let last = Witness()
        weakValue = last
        source.send(last)
        if cancels { watcher.cancel() } else { source.finish() }
        watcher.dropSubscription()
      }
      #expect((weakWatcher == nil) == cancels)
      #expect((weakValue == nil) == cancels)
      queue.forget()
      #expect(weakWatcher == nil)
      #expect(weakValue == nil)
    }
  }

  final class Witness {}
}
