import CLibuv
import Glibc
import Streams
import StreamsLoop
import StreamsTesting
import Testing

extension LoopTests {
  @Suite struct TimerTests {
    typealias Reader = Recorder<Int, LoopError>

    @Test func aTimerCountsFromOneAndIsNeverEarly() throws {
      let loop = try EventLoop()
      let reader = Reader(demand: .max(3))
      let begin = loop.now
      var moments: [Int] = []
      reader.onValue = { reader, number in
        moments.append(begin.distance(to: loop.now).magnitude)
        if number == 3 { reader.cancel() }
        return .none
      }
      loop.timer(after: .milliseconds(4), every: .milliseconds(3)).subscribe(reader)
      try loop.run()
      #expect(reader.values == [1, 2, 3])
      #expect(zip(moments, [4_000_000, 7_000_000, 10_000_000]).allSatisfy { $0 >= $1 })
      #expect(reader.violations == [])
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func withoutAnIntervalItTicksOnceAndFinishes() throws {
      let loop = try EventLoop()
      for interval in [nil, EventLoop.SchedulerTimeType.Stride.seconds(0)] {
        let reader = Reader(demand: .unlimited)
        loop.timer(after: .milliseconds(1), every: interval).subscribe(reader)
        #expect(try loop.run() == false)
        #expect(reader.values == [1])
        #expect(reader.isFinished)
      }
      try loop.close()
    }

    @Test func theOnlyTickWaitsForDemandAndDoesNotKeepTheLoop() throws {
      let loop = try EventLoop()
      let reader = Reader()
      loop.timer(after: .milliseconds(1)).subscribe(reader)
      #expect(try loop.run() == false)
      #expect(reader.signals.count == 1)
      reader.request(.max(1))
      try loop.run()
      #expect(reader.values == [1])
      #expect(reader.isFinished)
      try loop.close()
    }

    @Test("C21: the only tick comes once, whatever is asked for meanwhile")
    func theOnlyTickComesOnce() throws {
      let loop = try EventLoop()
      for (demand, later) in [(Subscribers.Demand.max(1), Subscribers.Demand.none), (.none, .max(1))] {
        let reader = Reader(demand: demand)
        reader.onValue = { reader, _ in
          reader.request(.max(1))
          return .max(1)
        }
        loop.timer(after: .milliseconds(1)).subscribe(reader)
        try loop.run()
        if later > .none { reader.request(later) }
        try loop.run()
        #expect(reader.values == [1])
        #expect(reader.isFinished)
        #expect(reader.violations == [])
      }
      try loop.close()
    }

    @Test func ticksWithoutDemandAreDropped() throws {
      let loop = try EventLoop()
      let reader = Reader(demand: .max(1))
      loop.timer(after: .milliseconds(1), every: .milliseconds(1)).subscribe(reader)
      loop.schedule(after: loop.now.advanced(by: .milliseconds(20))) { reader.request(.max(1)) }
      loop.schedule(after: loop.now.advanced(by: .milliseconds(40))) { reader.cancel() }
      try loop.run()
      #expect(reader.values.count == 2)
      #expect(reader.values[0] == 1)
      #expect(reader.values[1] > 2)
      #expect(reader.violations == [])
      try loop.close()
    }

    @Test func ticksMissedByABusyLoopAreLeftOut() throws {
      let loop = try EventLoop()
      let reader = Reader(demand: .unlimited)
      reader.onValue = { reader, number in
        if number == 1 { usleep(30_000) }
        if number == 3 { reader.cancel() }
        return .none
      }
      let begin = loop.now
      loop.timer(after: .milliseconds(1), every: .milliseconds(10)).subscribe(reader)
      try loop.run()
      #expect(reader.values == [1, 2, 3])
      #expect(begin.distance(to: loop.now) >= .milliseconds(50))  // 41 and 51, not 31 twice
      try loop.close()
    }

    @Test func closingTheLoopFailsItAndATimerOnAClosedLoopFailsAtOnce() throws {  // FH19
      let loop = try EventLoop()
      let parked = Reader()
      let waiting = Reader(demand: .unlimited)
      let timer = loop.timer(after: .seconds(60), every: .seconds(60))
      timer.subscribe(parked)
      timer.subscribe(waiting)
      try loop.run(.noWait)
      try loop.close()
      let late = Reader(demand: .unlimited)
      timer.subscribe(late)
      for reader in [parked, waiting, late] {
        #expect(reader.failure == .closed)
        #expect(reader.violations == [])
      }
      #expect(loop.liveHandles == 0)
    }

    @Test func aTimerIsReleasedOnCancelFromAnotherThread() throws {
      let loop = try EventLoop()
      weak var subscriber: Reader?
      try loop.start()
      do {
        let reader = Reader(demand: .max(1_000))
        subscriber = reader
        loop.timer(after: .nanoseconds(0), every: .microseconds(100)).subscribe(reader)
        usleep(2_000)
        reader.subscription!.cancel()
        // What was under way is over once this has run.
        let isDone = Shared(false)
        try loop.post { isDone.value = true }
        eventually { isDone.value }
        #expect(reader.completion == nil)
        reader.dropSubscription()
      }
      #expect(eventually { subscriber == nil })
      try loop.close()
      #expect(loop.liveHandles == 0)
    }
  }
}
