import Glibc
import Streams
import StreamsLoop
import Testing

extension LoopTests {
  @Suite struct SchedulerTests {
    @Test func nothingRunsEarly() throws {
      let loop = try EventLoop()
      var early: [Int] = []
      for i in 0..<200 {
        let due = loop.now.advanced(by: .microseconds(i * 137))
        loop.schedule(after: due) { if loop.now < due { early.append(i) } }
      }
      try loop.run()
      #expect(early == [])
      try loop.close()
    }

    @Test func actionsRunInTheOrderOfTheirDueTimesWithinAMillisecond() throws {
      let loop = try EventLoop()
      let start = loop.now.advanced(by: .milliseconds(3))
      var order: [Int] = []
      for i in (0..<50).reversed() { loop.schedule(after: start.advanced(by: .microseconds(i))) { order.append(i) } }
      try loop.run()
      #expect(order == Array(0..<50))
      try loop.close()
    }

    @Test func aTimerAfterBlockingWorkIsNotEarly() throws {  // FH15, C107
      let loop = try EventLoop()
      var waited = 0
      try loop.post {
        usleep(60_000)
        let begin = loop.now
        loop.schedule(after: begin.advanced(by: .milliseconds(30))) { waited = begin.distance(to: loop.now).magnitude }
      }
      try loop.run()
      #expect(waited >= 30_000_000)
      try loop.close()
    }

    @Test func aRepeatingActionCancelsItselfFromInside() throws {  // C96
      let loop = try EventLoop()
      var count = 0
      var token: (any Cancellable)?
      token = loop.schedule(after: loop.now, interval: .milliseconds(1)) {
        count += 1
        if count == 3 { token?.cancel() }
      }
      try loop.run()
      #expect(count == 3)
      token = nil
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func cancellingFromAnotherThreadStopsARepeatingAction() throws {
      let loop = try EventLoop()
      let count = Shared(0)
      let token = loop.schedule(after: loop.now, interval: .microseconds(100)) { count.change { $0 += 1 } }
      let worker = Worker {
        eventually { count.value > 3 }
        token.cancel()
        token.cancel()
      }
      try loop.run()
      worker.join()
      #expect(count.value > 3)
      try loop.close()
    }

    @Test func schedulingFromManyThreadsRunsEverythingOnce() throws {
      let loop = try EventLoop()
      try loop.start()
      let count = Shared(0)
      let workers = (0..<4).map { _ in
        Worker {
          for i in 0..<500 {
            loop.schedule { count.change { $0 += 1 } }
            loop.schedule(after: loop.now.advanced(by: .microseconds(i % 7 * 300))) { count.change { $0 += 1 } }
          }
        }
      }
      for worker in workers { worker.join() }
      #expect(eventually { count.value == 4_000 })
      try loop.close()
      #expect(count.value == 4_000)
    }

    @Test func workThatIsDueInThePastAgainAndAgainDoesNotStarveTheInbox() throws {  // C107
      let loop = try EventLoop()
      var isOver = false
      let past = loop.now
      func again() { if !isOver { loop.schedule(after: past) { again() } } }
      again()
      loop.schedule(after: past) { try! loop.post { isOver = true } }
      try loop.run()
      #expect(isOver)
      try loop.close()
    }

    @Test func closingDropsScheduledWorkAndReleasesIt() throws {  // FH19
      final class Witness {}
      let loop = try EventLoop()
      weak var witness: Witness?
      var token: (any Cancellable)?
      do {
        let kept = Witness()
        witness = kept
        loop.schedule(after: loop.now.advanced(by: .seconds(60))) { withExtendedLifetime(kept) {} }
        token = loop.schedule(after: loop.now, interval: .seconds(60)) { withExtendedLifetime(kept) {} }
      }
      try loop.run(.noWait)
      try loop.close()
      #expect(witness == nil)
      token?.cancel()
      #expect(loop.liveHandles == 0)
    }
  }

  @Suite struct LoopTimeTests {
    typealias Stride = EventLoop.SchedulerTimeType.Stride

    @Test func lengthsAreNanosecondsAndLiteralsSeconds() {
      #expect(Stride.seconds(2).magnitude == 2_000_000_000)
      #expect(Stride.seconds(0.25) == .milliseconds(250))
      #expect(Stride.microseconds(3) == .nanoseconds(3_000))
      #expect((1.5 as Stride) == .milliseconds(1_500))
      #expect((2 as Stride) * 3 == 6)
      #expect(Stride.nanoseconds(18) * .microseconds(1) == .nanoseconds(0))
      #expect(Stride.seconds(-3) * .seconds(2) == .seconds(-6))
      #expect(Stride(exactly: 7 as UInt8) == .seconds(7))
      #expect(Stride(exactly: Int.max) == nil)
      #expect(Stride(.milliseconds(5)) == .milliseconds(5))
      #expect(Stride(Duration(secondsComponent: 0, attosecondsComponent: 1)) == .nanoseconds(1))
    }

    @Test func whatDoesNotFitBecomesTheLongest() {
      #expect(Stride.seconds(Int.max).magnitude == .max)
      #expect(Stride.seconds(Int.min).magnitude == .min)
      #expect(Stride.milliseconds(Int.max).magnitude == .max)
      #expect(Stride.seconds(1e300).magnitude == .max)
      #expect(Stride.seconds(-Double.infinity).magnitude == .min)
      #expect(Stride.seconds(Double.nan).magnitude == 0)
      #expect((Stride.nanoseconds(.max) + .nanoseconds(1)).magnitude == .max)
      #expect((Stride.nanoseconds(.min) - .nanoseconds(1)).magnitude == .min)
      #expect((Stride.nanoseconds(.max) * .seconds(2)).magnitude == .max)
      #expect((Stride.nanoseconds(.min) * .seconds(2)).magnitude == .min)
      #expect((-Stride.nanoseconds(.min)).magnitude == .max)
      let now = EventLoop.SchedulerTimeType.now
      #expect(now.advanced(by: .nanoseconds(.max)).nanoseconds == .max)
      #expect(now.advanced(by: .seconds(1)) > now)
      #expect(now.distance(to: now.advanced(by: .seconds(1))) == .seconds(1))
    }

    @Test func errorsSayWhatAndWhere() {
      let error = LoopError(code: -2, path: "/no/such")
      #expect("\(error)" == "ENOENT (-2): no such file or directory: /no/such")
      #expect("\(LoopError.closed)" == "ECLOSED (-10010): the loop is closed")
      #expect(LoopError(code: -9_999).message.contains("9999"))
    }
  }
}
