import Glibc
import Streams
import StreamsLoop
import StreamsTesting
import Testing

extension LoopTests {
  /// Operators with a clock, on a real loop. What they do is tested in virtual time; here, where and when it happens.
  @Suite struct OperatorsOnALoopTests {
    @Test func receiveOnDeliversInTheLoopsThreadInOrder() throws {
      let loop = try EventLoop()
      try loop.start()
      let got = Shared<[Int]>([])
      let isElsewhere = Shared(false)
      let isDone = Shared(false)
      let subject = PassthroughSubject<Int, Never>()
      let token = subject.receive(on: loop).sink(
        receiveCompletion: { _ in isDone.value = true },
        receiveValue: { value in
          if !loop.isCurrent { isElsewhere.value = true }
          got.change { $0.append(value) }
        })
      for i in 0..<10_000 { subject.send(i) }
      subject.send(completion: .finished)
      #expect(eventually { isDone.value })
      withExtendedLifetime(token) {}
      #expect(got.value == Array(0..<10_000))
      #expect(!isElsewhere.value)
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func debounceSendsTheLastValueOfABurstNotEarly() throws {
      let loop = try EventLoop()
      let subject = PassthroughSubject<Int, Never>()
      var got: [Int] = []
      var sentAt = loop.now
      var waited: [EventLoop.SchedulerTimeType.Stride] = []
      let token = subject.debounce(for: .milliseconds(10), scheduler: loop).sink { value in
        got.append(value)
        waited.append(sentAt.distance(to: loop.now))
      }
      for (moment, values) in [(0, [1, 2, 3]), (40, [4]), (42, [5])] {
        loop.schedule(after: loop.now.advanced(by: .milliseconds(moment))) {
          for value in values { subject.send(value) }
          sentAt = loop.now
        }
      }
      try loop.run()
      withExtendedLifetime(token) {}
      #expect(got == [3, 5])
      #expect(waited.allSatisfy { $0 >= .milliseconds(10) })
      try loop.close()
    }

    @Test func aTimerFeedsAPipelineThatEndsIt() throws {
      let loop = try EventLoop()
      var got: [String] = []
      let token = loop.timer(after: .milliseconds(1), every: .milliseconds(1))
        .map { $0 * 10 }.filter { $0 % 20 == 0 }.prefix(3)
        .sink(receiveCompletion: { _ in got.append("end") }, receiveValue: { got.append("\($0)") })
      #expect(try loop.run() == false)
      withExtendedLifetime(token) {}
      #expect(got.count == 4)
      #expect(got.last == "end")
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func subscriptionsShowByNameInLogs() throws {
      let loop = try EventLoop()
      let ticks = Recorder<Int, LoopError>()
      loop.timer(after: .seconds(1)).subscribe(ticks)
      let chunks = Recorder<Bytes, LoopError>()
      loop.readFile("/dev/null").subscribe(chunks)
      let lines = Recorder<Bytes, any Error>()
      loop.readFile("/dev/null").lines().subscribe(lines)
      #expect(ticks.subscription.map { "\($0)" } == "Timer")
      #expect(chunks.subscription.map { "\($0)" } == "FileReader")
      #expect(lines.subscription.map { "\($0)" } == "Lines")
      try loop.close()
      #expect(lines.failure as? LoopError == .closed)
      #expect(loop.liveHandles == 0)
    }

    @Test func closingTheLoopLeavesNothingOfADelayedPipeline() throws {
      final class Witness {}
      weak var witness: Witness?
      let loop = try EventLoop()
      do {
        let kept = Witness()
        witness = kept
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.debounce(for: .seconds(60), scheduler: loop).sink { _ in withExtendedLifetime(kept) {} }
        subject.send(1)
        try loop.run(.noWait)
        token.cancel()
      }
      try loop.close()
      #expect(witness == nil)
      #expect(loop.liveHandles == 0)
    }
  }
}
