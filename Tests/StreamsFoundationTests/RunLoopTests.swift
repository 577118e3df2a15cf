import Foundation
import Streams
import StreamsFoundation
import Testing

@Suite struct RunLoopTests {
  @Test func workRunsInTheLoopsThreadInOrder() {  // row 117
    withRunLoop { loop in
      let seen = Notes<Int>(1000)
      for i in 0..<1000 { loop.schedule { if RunLoop.current === loop { seen.add(i) } } }
      #expect(seen.wait())
      #expect(seen.all == Array(0..<1000))
    }
  }

  @Test func workFromAnotherThreadWakesASleepingLoop() {
    nonisolated(unsafe) var loop: RunLoop?
    let (seen, asleep) = (Notes<Int>(2), DispatchSemaphore(value: 0))
    nonisolated(unsafe) var isOver = false
    let thread = Thread {
      loop = RunLoop.current
      let stay = RunLoop.current.schedule(after: RunLoop.current.now.advanced(by: 1000), interval: 1000) {}
      asleep.signal()
      while !isOver { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1000)) }
      stay.cancel()
      RunLoop.current.run()
      seen.add(2)
      asleep.signal()
    }
    thread.start()
    asleep.wait()
    wait(milliseconds: 20)
    loop!.schedule { seen.add(1) }
    while seen.all.isEmpty { wait(milliseconds: 1) }
    wait(milliseconds: 20)
    loop!.schedule(after: loop!.now.advanced(by: 0.001)) {
      isOver = true
      RunLoop.current._stop()
    }
    #expect(seen.wait())
    asleep.wait()
  }

  @Test func whatIsDueLaterDoesNotKeepWhatIsDueNowWaiting() {
    withRunLoop { loop in
      let seen = Notes<Int>(1)
      loop.schedule { seen.add(1) }
      let later = loop.schedule(after: loop.now.advanced(by: 1000), interval: 1000) {}
      #expect(seen.wait())
      later.cancel()
    }
  }

  @Test func workNeverRunsWithinTheCallThatSchedulesIt() {
    withRunLoop { loop in
      let seen = Notes<String>(3)
      loop.schedule {
        loop.schedule { seen.add("second") }
        loop.schedule(after: loop.now.advanced(by: -1)) { seen.add("second") }
        seen.add("first")
      }
      #expect(seen.wait())
      #expect(seen.all == ["first", "second", "second"])
    }
  }

  @Test func delayedWorkRunsInTheLoopsThreadAndNotEarly() {
    withRunLoop { loop in
      let seen = Notes<Bool>(100)
      for i in 0..<100 {
        let due = loop.now.advanced(by: .microseconds(i * 137))
        loop.schedule(after: due) { seen.add(RunLoop.current === loop && loop.now >= due) }
      }
      #expect(seen.wait())
      #expect(seen.all == Array(repeating: true, count: 100))
    }
  }

  @Test func workRunsInTheOrderOfItsDatesAndWithTheSameDateInTheOrderItWasScheduled() {
    withRunLoop { loop in
      let seen = Notes<Int>(60)
      loop.held {
        let start = loop.now.advanced(by: .milliseconds(30))
        for i in (0..<20).reversed() {
          for j in 0..<3 { loop.schedule(after: start.advanced(by: .microseconds(i))) { seen.add(i * 3 + j) } }
        }
      }
      #expect(seen.wait())
      #expect(seen.all == Array(0..<60))
    }
  }

  @Test func datesWithoutMeaningAreSurvived() {
    withRunLoop { loop in
      let seen = Notes<Int>(2)
      loop.schedule(after: .init(.distantPast)) { seen.add(1) }
      loop.schedule(after: .init(Date(timeIntervalSinceReferenceDate: -.infinity))) { seen.add(1) }
      let tokens = [Date.distantFuture, Date(timeIntervalSinceReferenceDate: .infinity)].map {
        loop.schedule(after: .init($0), interval: .init(.infinity)) { Issue.record("ran") }
      }
      #expect(seen.wait())
      tokens.forEach { $0.cancel() }
    }
  }

  @Test func debounceOnARunLoop() {  // row 82
    withRunLoop { loop in
      let (subject, seen) = (PassthroughSubject<Int, Never>(), Notes<Int>(1))
      let token = subject.debounce(for: 0.05, scheduler: loop).sink { seen.add($0) }
      loop.held { for i in 0...10 { subject.send(i) } }
      #expect(seen.wait())
      #expect(seen.all == [10])
      token.cancel()
    }
  }

  @Test func valuesKeepTheirOrder() {  // C93
    withRunLoop { loop in
      let seen = Notes<Int>(5000)
      let token = (0..<5000).publisher.receive(on: loop).sink { seen.add($0) }
      #expect(seen.wait())
      #expect(seen.all == Array(0..<5000))
      token.cancel()
    }
  }
}
