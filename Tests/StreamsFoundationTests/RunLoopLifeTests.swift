import Foundation
import Streams
import StreamsFoundation
import Testing

/// How scheduled work and the life of its loop go together.
@Suite struct RunLoopLifeTests {
  @Test func aLoopThatWorkRunsInsideItselfDoesOtherWork() {
    withRunLoop { loop in
      let seen = Notes<String>(3)
      loop.schedule {
        loop.schedule(after: loop.now.advanced(by: 0.001)) { seen.add("inner") }
        loop.schedule { seen.add("inner") }
        while seen.all.count < 2 { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        seen.add("outer")
      }
      #expect(seen.wait())
      #expect(seen.all == ["inner", "inner", "outer"])
    }
  }

  @Test func theLoopEndsOnceNothingWaits() {
    let seen = Notes<String>(3)
    let thread = Thread {
      let loop = RunLoop.current
      loop.schedule { seen.add("posted") }
      loop.schedule(after: loop.now.advanced(by: 0.002)) { seen.add("dated") }
      loop.run()
      seen.add("ended")
    }
    thread.start()
    #expect(seen.wait())
    #expect(seen.all.last == "ended")
  }

  @Test func aLoopWhoseWorkIsCancelledEnds() {
    let seen = Notes<String>(1)
    nonisolated(unsafe) var token: (any Cancellable)?
    let began = DispatchSemaphore(value: 0)
    let thread = Thread {
      let loop = RunLoop.current
      token = loop.schedule(after: loop.now.advanced(by: 1000), interval: 1) {}
      began.signal()
      loop.run()
      seen.add("ended")
    }
    thread.start()
    began.wait()
    wait(milliseconds: 20)
    token?.cancel()
    #expect(seen.wait())
    token = nil
  }

  @Test func endlessWorkDoesNotKeepOthersWaiting() {
    withRunLoop { loop in
      nonisolated(unsafe) var isOver = false
      nonisolated(unsafe) var again: (() -> Void)?
      let seen = Notes<Int>(1)
      again = { if !isOver { loop.schedule { again?() } } }
      loop.schedule { again?() }
      loop.schedule(after: loop.now.advanced(by: 0.005)) { seen.add(1) }
      #expect(seen.wait())
      loop.schedule {
        isOver = true
        again = nil
      }
    }
  }

  @Test func workOfALoopThatIsGoneIsLetGo() {
    weak var canary: Canary?
    let ended = DispatchSemaphore(value: 0)
    nonisolated(unsafe) weak var gone: RunLoop?
    do {
      let kept = Canary()
      canary = kept
      let thread = Thread {
        RunLoop.current.schedule { withExtendedLifetime(kept) {} }
        gone = RunLoop.current
        ended.signal()
      }
      thread.start()
      ended.wait()
    }
    while gone != nil { wait(milliseconds: 1) }
    withRunLoop { $0.settle() }  // another run loop gets an agenda
    #expect(canary == nil)
  }

  @Test func itRunsInTheDefaultModeOnly() {  // row 117
    let seen = Notes<String>(2)
    let mode = RunLoop.Mode("of its own")
    let thread = Thread {
      let loop = RunLoop.current
      let stay = Timer.publish(every: 1000, on: loop, in: mode).autoconnect().sink { _ in }
      loop.schedule { seen.add("default") }
      loop.schedule(after: loop.now) { seen.add("default") }
      _ = loop.run(mode: mode, before: Date(timeIntervalSinceNow: 0.05))
      if !seen.all.isEmpty { Issue.record("ran in another mode") }
      stay.cancel()
      while loop.run(mode: mode, before: Date(timeIntervalSinceNow: 0.01)) {}
      loop.run()
    }
    thread.start()
    #expect(seen.wait())
  }
}
