import Dispatch
import Streams
import StreamsDispatch
import Testing

@Suite struct RepeatingWorkTests {
  let queue = DispatchQueue(label: "test")

  @Test func workRepeatsOnTheQueueFromItsDateOn() {  // row 116
    let key = DispatchSpecificKey<Int>()
    queue.setSpecific(key: key, value: 7)
    let seen = Notes<(DispatchQueue.SchedulerTimeType, Int?)>(4)
    let start = queue.now.advanced(by: .milliseconds(5))
    let token = queue.schedule(after: start, interval: .milliseconds(2)) { [queue] in
      seen.add((queue.now, DispatchQueue.getSpecific(key: key)))
    }
    #expect(seen.wait())
    token.cancel()
    for (turn, (time, place)) in seen.all.enumerated() {
      #expect(time >= start.advanced(by: .milliseconds(2 * turn)))
      #expect(place == 7)
    }
  }

  @Test func cancellingFromInsideTheActionStopsIt() {  // C96
    let seen = Notes<Int>(3)
    nonisolated(unsafe) var token: (any Cancellable)?
    nonisolated(unsafe) var count = 0
    queue.sync {
      token = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
        count += 1
        seen.add(count)
        if count == 3 { token?.cancel() }
      }
    }
    #expect(seen.wait())
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
    queue.sync {
      #expect(count == 3)
      token = nil
    }
  }

  @Test func releasingTheTokenFromInsideTheActionStopsIt() {  // C96
    let seen = Notes<Int>(1)
    nonisolated(unsafe) var token: (any Cancellable)?
    nonisolated(unsafe) var count = 0
    queue.sync {
      token = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
        count += 1
        token = nil
        seen.add(count)
      }
    }
    #expect(seen.wait())
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
    queue.sync { #expect(count == 1 && token == nil) }
  }

  @Test func cancelledBeforeItsDateItNeverRuns() {
    queue.sync {
      let token = queue.schedule(after: queue.now, interval: .milliseconds(1)) { Issue.record("ran") }
      token.cancel()
    }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
    settle(queue)
  }

  @Test func onceCancelReturnsOnTheQueueNothingMoreRuns() {  // C61
    nonisolated(unsafe) var isCancelled = false
    let seen = Notes<Int>(5)
    let token = queue.schedule(after: queue.now, interval: .microseconds(50)) {
      if isCancelled { Issue.record("ran after cancel") }
      seen.add(0)
    }
    #expect(seen.wait())
    queue.sync {
      token.cancel()
      token.cancel()
      isCancelled = true
    }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10))
    settle(queue)
  }

  @Test func aReleasedTokenStopsTheWork() {  // decision 090
    let seen = Notes<Int>()
    do {
      let token = queue.schedule(after: queue.now.advanced(by: 1000), interval: 1) { seen.add(0) }
      #expect(token is AnyCancellable)
    }
    weak var canary: Canary?
    do {
      let kept = Canary()
      canary = kept
      _ = queue.schedule(after: queue.now.advanced(by: 1000), interval: 1) { withExtendedLifetime(kept) {} }
    }
    #expect(canary == nil)
  }

  @Test func cancelLetsGoOfTheActionAtOnce() {  // C73
    weak var canary: Canary?
    let token: any Cancellable
    do {
      let kept = Canary()
      canary = kept
      token = queue.schedule(after: queue.now.advanced(by: 1000), interval: 1) { withExtendedLifetime(kept) {} }
    }
    #expect(canary != nil)
    token.cancel()
    #expect(canary == nil)
  }

  @Test func turnsNeverOverlapOnAConcurrentQueue() {
    let crowd = DispatchQueue(label: "crowd", attributes: .concurrent)
    let (seen, busy) = (Notes<Int>(20), DispatchSemaphore(value: 1))
    let token = crowd.schedule(after: crowd.now, interval: .microseconds(10)) {
      if busy.wait(timeout: .now()) == .timedOut { Issue.record("two at a time") } else { busy.signal() }
      seen.add(0)
    }
    #expect(seen.wait())
    token.cancel()
    settle(crowd)
  }

  @Test func missedTurnsAreLeftOut() {
    let seen = Notes<DispatchQueue.SchedulerTimeType>(3)
    queue.suspend()
    let start = queue.now
    let token = queue.schedule(after: start, interval: .milliseconds(10)) { [queue] in seen.add(queue.now) }
    while start.distance(to: queue.now) < .milliseconds(100) {}
    queue.resume()
    #expect(seen.wait())
    token.cancel()
    let last = seen.all[2]
    #expect(start.distance(to: last) >= .milliseconds(110))
  }

  @Test func anyIntervalWillDo() {
    for interval in [DispatchQueue.SchedulerTimeType.Stride.nanoseconds(.min), -1, 0, .nanoseconds(.max)] {
      let seen = Notes<Int>(1)
      let token = queue.schedule(after: queue.now, interval: interval, tolerance: interval) { seen.add(0) }
      #expect(seen.wait())
      token.cancel()
    }
  }
}
