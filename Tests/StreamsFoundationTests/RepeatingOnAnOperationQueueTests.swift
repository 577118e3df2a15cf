import Foundation
import Streams
import StreamsFoundation
import Testing

@Suite struct RepeatingOnAnOperationQueueTests {
  let queue = OperationQueue()

  @Test func workRepeatsFromItsDateOn() {
    let seen = Notes<Date>(4)
    let start = queue.now.advanced(by: 0.005)
    let token = queue.schedule(after: start, interval: 0.002) { seen.add(Date()) }
    #expect(seen.wait())
    token.cancel()
    queue.waitUntilAllOperationsAreFinished()
    for (turn, date) in seen.all.enumerated() {
      #expect(date.timeIntervalSince(start.date) >= Double(turn) * 0.002 - 1e-6)
    }
  }

  @Test func cancellingFromInsideTheActionStopsIt() {  // C96
    let seen = Notes<Int>(3)
    nonisolated(unsafe) var token: (any Cancellable)?
    nonisolated(unsafe) var count = 0
    queue.isSuspended = true
    token = queue.schedule(after: queue.now, interval: 0.001) {
      count += 1
      if count == 3 { token?.cancel() }
      seen.add(count)
    }
    queue.isSuspended = false
    #expect(seen.wait())
    queue.waitUntilAllOperationsAreFinished()
    wait(milliseconds: 20)
    #expect(seen.all == [1, 2, 3])
    #expect(queue.operationCount == 0)
    token = nil
  }

  @Test func aReleasedTokenStopsTheWorkAndLetsGoOfTheAction() {  // decision 090, C73
    weak var canary: Canary?
    do {
      let kept = Canary()
      canary = kept
      let token = queue.schedule(after: queue.now.advanced(by: 1000), interval: 1) { withExtendedLifetime(kept) {} }
      #expect(token is AnyCancellable)
      #expect(queue.operationCount == 1)
    }
    #expect(canary == nil)
    queue.waitUntilAllOperationsAreFinished()
    #expect(queue.operationCount == 0)
  }

  @Test func cancellingAllOperationsEndsTheWork() {
    weak var canary: Canary?
    let token: any Cancellable
    do {
      let kept = Canary()
      canary = kept
      token = queue.schedule(after: queue.now.advanced(by: 1000), interval: 1) { withExtendedLifetime(kept) {} }
    }
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
    #expect(queue.operationCount == 0)
    token.cancel()
    #expect(canary == nil)
  }

  @Test func turnsNeverOverlapOnAConcurrentQueue() {
    let (seen, busy) = (Notes<Int>(20), DispatchSemaphore(value: 1))
    let token = queue.schedule(after: queue.now, interval: .microseconds(10)) {
      if busy.wait(timeout: .now()) == .timedOut { Issue.record("two at a time") } else { busy.signal() }
      seen.add(0)
    }
    #expect(seen.wait())
    token.cancel()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func missedTurnsAreLeftOut() {
    let seen = Notes<Date>(3)
    let start = queue.now
    let token = queue.schedule(after: start.advanced(by: 0.01), interval: 0.01) {
      if seen.all.isEmpty { usleep(100_000) }
      seen.add(Date())
    }
    #expect(seen.wait())
    token.cancel()
    #expect(seen.all[2].timeIntervalSince(start.date) >= 0.12)
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func anyIntervalWillDo() {
    for interval in [-Double.infinity, -1, 0, .nan, .infinity, 1e300] {
      let seen = Notes<Int>(1)
      let token = queue.schedule(after: queue.now, interval: .init(interval), tolerance: .init(interval)) {
        seen.add(0)
      }
      #expect(seen.wait())
      token.cancel()
    }
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func cancelsThatRaceWithTheWorkEndIt() {
    for _ in 0..<2_000 {
      let token = queue.schedule(after: queue.now, interval: .microseconds(1)) {}
      token.cancel()
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(queue.operationCount == 0)
  }
}
