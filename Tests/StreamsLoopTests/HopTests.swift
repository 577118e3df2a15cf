import CLibuv
import Glibc
import Streams
import StreamsLoop
import StreamsTesting
import Testing

/// Takes so many nanoseconds.
private func work(_ nanoseconds: UInt64) {
  let start = uv_hrtime()
  while uv_hrtime() < start + nanoseconds {}
}

extension LoopTests {
  /// Hops onto the loop: what shares a wake-up or an action, and what nobody has to wait for.
  @Suite struct HopTests {
    typealias Subject = PassthroughSubject<Int, Never>

    @Test func postedWorkIsNotOvertakenByValues() throws {  // C93, C100
      let loop = try EventLoop()
      let (a, b) = (Subject(), Subject())
      var got: [Int] = []
      let tokens = [a.receive(on: loop).sink { got.append($0) }, b.receive(on: loop).sink { got.append($0) }]
      a.send(1)
      a.send(2)
      try loop.post { got.append(-1) }
      a.send(3)
      b.send(4)
      a.send(5)
      try loop.run()
      #expect(got == [1, 2, -1, 3, 4, 5])
      withExtendedLifetime(tokens) {}
      try loop.close()
    }

    @Test func workPostedAfterABurstComesAfterAllOfIt() throws {
      let loop = try EventLoop()
      let subject = Subject()
      var (count, seen) = (0, 0)
      let token = subject.receive(on: loop).sink { _ in count += 1 }
      for value in 0..<10_000 { subject.send(value) }
      try loop.post { seen = count }
      try loop.run()
      #expect(seen == 10_000)
      withExtendedLifetime(token) {}
      try loop.close()
    }

    @Test func aFloodOfWorkDoesNotDelayATimer() throws {  // FH13, C107
      let loop = try EventLoop()
      var done = 0
      var doneAtTick: Int?
      loop.schedule(after: loop.now.advanced(by: .milliseconds(1))) { doneAtTick = done }
      try loop.run(.noWait)  // the timer is set
      for _ in 0..<4_000 {
        try loop.post {
          work(20_000)
          done += 1
        }
      }
      try loop.run()
      #expect(done == 4_000)
      #expect(try #require(doneAtTick) < 4_000)
      try loop.close()
    }

    @Test func aFloodOfValuesDoesNotDelayATimer() throws {  // FH13, C107
      let loop = try EventLoop()
      let subject = Subject()
      var done = 0
      var doneAtTick: Int?
      let token = subject.receive(on: loop).sink { _ in
        work(2_000)
        done += 1
      }
      loop.schedule(after: loop.now.advanced(by: .milliseconds(1))) { doneAtTick = done }
      try loop.run(.noWait)
      for value in 0..<50_000 { subject.send(value) }
      try loop.run()
      #expect(done == 50_000)
      #expect(try #require(doneAtTick) < 50_000)
      withExtendedLifetime(token) {}
      try loop.close()
    }

    @Test func workThatTakesLongIsAllRunBeforeAStop() throws {
      let loop = try EventLoop()
      try loop.hold()
      var done = 0
      for _ in 0..<300 {
        try loop.post {
          work(20_000)
          done += 1
        }
      }
      try loop.post { try! loop.stop() }
      for _ in 0..<300 { try loop.post { done += 1 } }
      try loop.run()
      #expect(done == 600)
      try loop.unhold()
      try loop.close()
    }

    @Test func closingRunsWhatASlowDrainHasLeft() throws {
      let loop = try EventLoop()
      var done = 0
      for _ in 0..<500 {
        try loop.post {
          work(20_000)
          done += 1
        }
      }
      #expect(try loop.run(.noWait) == true)
      #expect(done < 500)
      try loop.close()
      #expect(done == 500)
      #expect(loop.liveHandles == 0)
    }

    @Test func valuesOfManyThreadsComeOnceInTheOrderOfTheirSender() throws {  // C31, C100
      let loop = try EventLoop()
      try loop.start()
      let got = Shared<[[Int]]>([[], [], []])
      let ended = Shared(0)
      let subjects = (0..<3).map { _ in Subject() }
      let tokens = subjects.enumerated().map { index, subject in
        subject.receive(on: loop).sink(
          receiveCompletion: { _ in ended.change { $0 += 1 } },
          receiveValue: { value in got.change { $0[index].append(value) } })
      }
      let workers = subjects.map { subject in
        Worker {
          for value in 0..<3_000 { subject.send(value) }
          subject.send(completion: .finished)
        }
      }
      for worker in workers { worker.join() }
      #expect(eventually { ended.value == 3 })
      for values in got.value { #expect(values == Array(0..<3_000)) }
      withExtendedLifetime(tokens) {}
      try loop.close()
    }

    @Test func cancellingWhileTheLoopDeliversStopsAndLeavesNothing() throws {  // C60, C62, C73
      final class Witness {}
      weak var last: Witness?
      let loop = try EventLoop()
      try loop.start()
      for round in 0..<200 {
        let subject = Subject()
        do {
          let (witness, isOver, late) = (Witness(), Shared(false), Shared(0))
          last = witness
          let token = subject.receive(on: loop).sink { _ in
            if isOver.value { late.change { $0 += 1 } }
            withExtendedLifetime(witness) {}
          }
          let sender = Worker { for value in 0..<500 { subject.send(value) } }
          for _ in 0..<round { sched_yield() }
          token.cancel()
          let isIdle = Shared(false)
          try loop.post {
            isOver.value = true
            isIdle.value = true
          }
          #expect(eventually { isIdle.value })
          sender.join()
          try loop.post { isIdle.value = false }
          #expect(eventually { !isIdle.value })
          #expect(late.value == 0)
        }
      }
      try loop.close()
      #expect(last == nil)
    }

    /// Neither who asks nor who sends delivers, also while both meet an action of the loop.
    @Test(arguments: [false, true])
    func demandAndValuesFromTwoThreadsAgreeAndComeOnTheLoop(isTimed: Bool) throws {  // C13, C21, C90
      let loop = try EventLoop()
      try loop.start()
      let (isDone, elsewhere) = (Shared(false), Shared(0))
      let got = Shared<[Int]>([])
      let subscription = Shared<(any Subscription)?>(nil)
      let numbers = (0..<5_000).publisher
      let stream =
        isTimed
        ? numbers.timeout(.seconds(60), scheduler: loop).eraseToAnyPublisher()
        : numbers.receive(on: loop).eraseToAnyPublisher()
      stream.subscribe(
        AnySubscriber(
          receiveSubscription: { subscription.value = $0 },
          receiveValue: { value in
            if !loop.isCurrent { elsewhere.change { $0 += 1 } }
            got.change { $0.append(value) }
            return value % 3 == 0 ? .max(1) : .none
          },
          receiveCompletion: { _ in isDone.value = true }))
      let asker = Worker {
        while !isDone.value {
          subscription.value?.request(.max(2))
          sched_yield()
        }
      }
      #expect(eventually(within: 60) { isDone.value })
      asker.join()
      #expect(got.value == Array(0..<5_000))
      #expect(elsewhere.value == 0)
      subscription.value = nil
      try loop.close()
    }
  }
}
