import Dispatch
import Streams
import StreamsDispatch
import Testing

/// Values that share an action of a queue, and what must not be seen of it (docs/decisions/033).
@Suite struct QueueHopsTests {
  typealias Subject = PassthroughSubject<Int, Never>

  /// What came out, in order, from whatever thread.
  final class Log: @unchecked Sendable {
    private let lock = Lock()
    private var stored: [Int] = []
    var values: [Int] { lock.withLock { stored } }
    func add(_ value: Int) { lock.withLock { stored.append(value) } }
  }

  @Test func aQueueThatIsWaitedForHasDeliveredAllThatWasSent() {
    let (queue, log, subject) = (DispatchQueue(label: "waited for"), Log(), Subject())
    let token = subject.receive(on: queue).sink { log.add($0) }
    for value in 0..<10_000 { subject.send(value) }
    queue.sync {}
    #expect(log.values == Array(0..<10_000))
    withExtendedLifetime(token) {}
  }

  @Test func twoStreamsOntoOneQueueKeepTheOrderInWhichTheyWereSent() {  // C93
    let (log, a, b) = (Log(), Subject(), Subject())
    let queue = DispatchQueue(label: "of two streams")
    let tokens = [a.receive(on: queue).sink { log.add($0) }, b.receive(on: queue).sink { log.add($0) }]
    let isHeld = DispatchSemaphore(value: 0)
    queue.async { isHeld.wait() }
    for value in 0..<100 { (value % 5 == 0 ? b : a).send(value) }
    queue.schedule { log.add(100) }
    a.send(101)
    isHeld.signal()
    queue.sync {}
    #expect(log.values == Array(0...101))
    withExtendedLifetime(tokens) {}
  }

  /// On Linux `DispatchQueue.main` is another object each time.
  @Test func theMainQueueHasOneTallyWhoeverAsks() {
    let tally = DispatchQueue.main._tally(nil)
    #expect(tally != nil)
    #expect(DispatchQueue.main._tally(nil) === tally)
  }

  @Test func aBarrierOrAGroupHasAnActionForEachValue() {
    let queue = DispatchQueue(label: "with options")
    #expect(queue._tally(nil) != nil)
    #expect(queue._tally(.init(qos: .utility)) != nil)
    #expect(queue._tally(.init(flags: .barrier)) == nil)
    #expect(queue._tally(.init(group: DispatchGroup())) == nil)
  }

  @Test func aGroupIsNotLeftWhileValuesWait() {
    let (queue, group, log, subject) = (DispatchQueue(label: "in a group"), DispatchGroup(), Log(), Subject())
    let token = subject.receive(on: queue, options: .init(group: group)).sink { log.add($0) }
    for value in 0..<1_000 { subject.send(value) }
    group.wait()
    #expect(log.values == Array(0..<1_000))
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [false, true])
  func valuesOfManyThreadsComeOnceInTheOrderOfTheirSender(isConcurrent: Bool) {  // C31, C93
    let queue = DispatchQueue(label: "shared", attributes: isConcurrent ? .concurrent : [])
    let logs = (0..<3).map { _ in Log() }
    let done = DispatchGroup()
    let subjects = logs.map { _ in Subject() }
    let tokens = zip(subjects, logs).map { subject, log in
      done.enter()
      return subject.receive(on: queue).sink(
        receiveCompletion: { _ in done.leave() }, receiveValue: { log.add($0) })
    }
    DispatchQueue.concurrentPerform(iterations: 3) { me in
      for value in 0..<5_000 { subjects[me].send(value) }
      subjects[me].send(completion: .finished)
    }
    #expect(done.wait(timeout: .now() + 60) == .success)
    for log in logs { #expect(log.values == Array(0..<5_000)) }
    withExtendedLifetime(tokens) {}
  }

  @Test func cancellingFromAnotherThreadIsSafe() {  // C60, C62, C73
    final class Witness: Sendable {}
    weak var last: Witness?
    let queue = DispatchQueue(label: "cancelled")
    for _ in 0..<100 {
      let (witness, subject) = (Witness(), Subject())
      last = witness
      let token = subject.receive(on: queue).sink { _ in withExtendedLifetime(witness) {} }
      DispatchQueue.concurrentPerform(iterations: 2) { me in
        if me == 0 { for value in 0..<500 { subject.send(value) } } else { token.cancel() }
      }
    }
    queue.sync {}
    #expect(last == nil)
  }
}
