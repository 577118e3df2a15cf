import Foundation
import Streams
import StreamsFoundation
import Testing

@Suite struct RepeatingOnARunLoopTests {
  @Test func workRepeatsFromItsDateOn() {
    withRunLoop { loop in
      let seen = Notes<Date>(4)
      let start = loop.now.advanced(by: 0.005)
      let token = loop.schedule(after: start, interval: 0.002) { seen.add(Date()) }
      #expect(seen.wait())
      token.cancel()
      for (turn, date) in seen.all.enumerated() {
        #expect(date.timeIntervalSince(start.date) >= Double(turn) * 0.002 - 1e-6)
      }
    }
  }

  @Test func cancellingFromInsideTheActionStopsIt() {  // C96
    withRunLoop { loop in
      let seen = Notes<Int>(3)
      nonisolated(unsafe) var token: (any Cancellable)?
      nonisolated(unsafe) var count = 0
      loop.schedule {
        token = loop.schedule(after: loop.now, interval: 0.001) {
          count += 1
          if count == 3 { token?.cancel() }
          seen.add(count)
        }
      }
      #expect(seen.wait())
      wait(milliseconds: 20)
      loop.schedule { token = nil }
      loop.settle()
      #expect(seen.all == [1, 2, 3])
    }
  }

  @Test func onceCancelReturnsInTheLoopNothingMoreRuns() {  // C61
    withRunLoop { loop in
      nonisolated(unsafe) var isCancelled = false
      let seen = Notes<Int>(5)
      let token = loop.schedule(after: loop.now, interval: .microseconds(50)) {
        if isCancelled { Issue.record("ran after cancel") }
        seen.add(0)
      }
      #expect(seen.wait())
      loop.schedule {
        token.cancel()
        token.cancel()
        isCancelled = true
      }
      wait(milliseconds: 10)
      loop.settle()
    }
  }

  @Test func aReleasedTokenStopsTheWorkAndLetsGoOfTheAction() {  // decision 090, C73
    withRunLoop { loop in
      weak var canary: Canary?
      do {
        let kept = Canary()
        canary = kept
        let token = loop.schedule(after: loop.now.advanced(by: 1000), interval: 1) { withExtendedLifetime(kept) {} }
        #expect(token is AnyCancellable)
      }
      #expect(canary == nil)
    }
  }

  @Test func oneOfManyIsCancelled() {
    withRunLoop { loop in
      let seen = Notes<Int>(9)
      let tokens = loop.held {
        let start = loop.now.advanced(by: 0.02)
        let tokens = (0..<10).map { i in loop.schedule(after: start, interval: 1000) { seen.add(i) } }
        tokens[4].cancel()
        return tokens
      }
      #expect(seen.wait())
      loop.settle()
      #expect(seen.all == [0, 1, 2, 3, 5, 6, 7, 8, 9])
      withExtendedLifetime(tokens) {}
    }
  }

  @Test func missedTurnsAreLeftOut() {
    withRunLoop { loop in
      let seen = Notes<Date>(3)
      let start = loop.now
      let token = loop.schedule(after: start.advanced(by: 0.01), interval: 0.01) {
        if seen.all.isEmpty { usleep(100_000) }
        seen.add(Date())
      }
      #expect(seen.wait())
      token.cancel()
      #expect(seen.all[2].timeIntervalSince(start.date) >= 0.12)
    }
  }

  @Test func anyIntervalWillDo() {
    withRunLoop { loop in
      for interval in [-Double.infinity, -1, 0, .nan, .infinity, 1e300] {
        let seen = Notes<Int>(1)
        let token = loop.schedule(after: loop.now, interval: .init(interval), tolerance: .init(interval)) {
          seen.add(0)
        }
        #expect(seen.wait())
        token.cancel()
      }
    }
  }
}
