import Dispatch
import Streams
import StreamsDispatch
import Testing

@Suite struct SchedulerOptionsTests {
  let crowd = DispatchQueue(label: "crowd", attributes: .concurrent)

  @Test func theGroupKnowsWorkUntilItHasRun() {
    let queue = DispatchQueue(label: "test")
    let (group, seen) = (DispatchGroup(), Notes<Int>())
    queue.suspend()
    queue.schedule(options: .init(group: group)) { seen.add(1) }
    queue.schedule(
      after: queue.now.advanced(by: .milliseconds(1)), tolerance: 0, options: .init(group: group)
    ) { seen.add(2) }
    #expect(group.wait(timeout: .now()) == .timedOut)
    queue.resume()
    #expect(group.wait(timeout: patience) == .success)
    #expect(seen.all == [1, 2])
  }

  @Test func theGroupKnowsRepeatedWorkUntilItIsCancelled() {
    let group = DispatchGroup()
    let token = crowd.schedule(
      after: crowd.now.advanced(by: 1000), interval: 1, tolerance: 0, options: .init(group: group)
    ) {}
    #expect(group.wait(timeout: .now()) == .timedOut)
    token.cancel()
    token.cancel()
    #expect(group.wait(timeout: .now()) == .success)
  }

  @Test func aGroupIsLeftByWorkThatIsNeverDue() {
    let group = DispatchGroup()
    crowd.schedule(after: .init(.distantFuture), tolerance: 0, options: .init(group: group)) {}
    #expect(group.wait(timeout: .now()) == .success)
  }

  @Test func aBarrierRunsAlone() {
    let (seen, running) = (Notes<Int>(), Notes<Int>())
    for i in 0..<50 {
      crowd.schedule { running.add(i) }
      crowd.schedule(options: .init(flags: .barrier)) { seen.add(running.all.count) }
      crowd.schedule(after: crowd.now, tolerance: 0, options: .init(flags: .barrier)) {}
    }
    settle(crowd)
    #expect(seen.all == Array(1...50))
  }

  @Test func workWithAQualityOfServiceRunsInItsTurn() {  // Linux has nothing that tells the class of a thread.
    let (queue, seen) = (DispatchQueue(label: "test"), Notes<Int>(4))
    let options = DispatchQueue.SchedulerOptions(qos: .background, flags: .enforceQoS)
    queue.suspend()
    queue.schedule(options: options) { seen.add(0) }
    queue.schedule(options: .init(qos: .userInteractive)) { seen.add(1) }
    queue.schedule { seen.add(2) }
    queue.resume()
    settle(queue)
    let token = queue.schedule(after: queue.now, interval: 1000, tolerance: 0, options: options) { seen.add(3) }
    #expect(seen.wait())
    #expect(seen.all == [0, 1, 2, 3])
    token.cancel()
  }

  @Test func nothingIsAskedForUnlessSaid() {
    let options = DispatchQueue.SchedulerOptions()
    #expect(options.qos == .unspecified && options.flags == [] && options.group == nil)
  }

  @Test func operatorsHandTheOptionsOn() {
    let (group, subject) = (DispatchGroup(), PassthroughSubject<Int, Never>())
    let seen = Notes<Int>()
    let token = subject.receive(on: crowd, options: .init(group: group)).sink { seen.add($0) }
    for i in 0..<5 { subject.send(i) }
    #expect(group.wait(timeout: patience) == .success)
    #expect(seen.all == [0, 1, 2, 3, 4])
    token.cancel()
  }
}
