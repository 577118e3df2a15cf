import Streams
import StreamsTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct ValuesTests {
  @Test func theLoopGetsEveryValueAndEndsWithTheStream() async {  // row 111
    var seen: [Int] = []
    for await value in (1...5).publisher.values { seen.append(value) }
    #expect(seen == [1, 2, 3, 4, 5])
  }

  @Test func theValuesBeforeAFailureComeThenItIsThrownOnceThenNil() async throws {  // row 112
    let stream = [1, 2].publisher.setFailureType(to: Broken.self).append(Fail<Int, Broken>(error: .here))
    var iterator = stream.values.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    #expect(try await iterator.next() == 2)
    await #expect(throws: Broken.here) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  @Test func aStreamThatFailsAtOnceThrows() async {
    await #expect(throws: Broken.here) {
      for try await _ in Fail<Int, Broken>(error: .here).values {}
    }
  }

  @Test func eachIteratorSubscribesWhenItIsMadeAndAsksForOneAtATime() async {  // row 111
    let probe = Probe<Int, Never>()
    probe.onRequest = { probe, _ in probe.send(probe.asked.count) }
    let values = probe.values
    #expect(probe.subscribeCount == 0)
    var iterator = values.makeAsyncIterator()
    #expect(probe.subscribeCount == 1)
    #expect(probe.asked == [])
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    #expect(probe.asked == [.request(.max(1)), .request(.max(1))])
    probe.finish()
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func whatASubjectSendsBetweenTwoCallsIsLost() async {  // row 111
    let subject = PassthroughSubject<Int, Never>()
    var iterator = subject.values.makeAsyncIterator()
    subject.send(1)
    subject.send(completion: .finished)
    #expect(await iterator.next() == nil)
  }

  @Test func leavingTheLoopCancels() async {
    let probe = Probe<Int, Never>()
    probe.onRequest = { probe, _ in probe.send(1) }
    for await value in probe.values {
      #expect(value == 1)
      break
    }
    #expect(probe.asked == [.request(.max(1)), .cancel])
  }

  @Test func callsThatWaitForTheSubscriptionAreAskedForInOneRequest() async {  // DETAILS 41
    let probe = Probe<Int, Never>(isLate: true)
    let inlet = AsyncInlet(probe)
    async let one = inlet.next(isolation: nil)
    async let other = inlet.next(isolation: nil)
    while inlet.waitingCount < 2 { await Task.yield() }
    probe.begin()
    #expect(probe.asked == [.request(.max(2))])
    probe.send(1)
    probe.send(2)
    #expect(await Set([one, other].map { $0.get() }) == [1, 2])
    inlet.cancel()
  }

  @Test func cancellingOneTaskEndsAllThatWait() async {  // DETAILS 41
    let probe = Probe<Int, Never>()
    let inlet = AsyncInlet(probe)
    let tasks = (0..<3).map { _ in Task { await inlet.next(isolation: nil).get() == nil } }
    while inlet.waitingCount < 3 { await Task.yield() }
    tasks[1].cancel()
    for task in tasks { #expect(await task.value) }
    #expect(probe.asked.filter { $0 == .cancel }.count == 1)
  }

  @Test func aTaskThatIsCancelledAlreadyEndsAtOnce() async {  // FG14
    let probes = (0..<3).map { _ in Probe<Int, Never>() }
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      var count = 0
      for await _ in probes[0].zip(probes[1]).values { count += 1 }
      for await _ in probes[0].merge(with: probes[1]).values { count += 1 }
      for await _ in probes[0].combineLatest(probes[2]).values { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    for probe in probes { #expect(probe.subscriberCount == 0) }
  }

  @Test func aSecondSubscriptionAndALateOneAreCancelled() async {  // C8, C11
    let (one, other, late) = (Probe<Int, Never>(), Probe<Int, Never>(), Probe<Int, Never>())
    let inlet = AsyncInlet(one)
    other.subscribe(inlet)
    #expect(other.asked == [.cancel])
    inlet.cancel()
    late.subscribe(inlet)
    #expect(late.asked == [.cancel])
    #expect(one.asked == [.cancel])
  }

  @Test func aValueThatNobodyAskedForTraps() async {  // C20
    await #expect(processExitsWith: .failure) {
      let probe = Probe<Int, Never>(keepsLaw: false)
      let inlet = AsyncInlet(probe)
      probe.send(1)
      inlet.cancel()
    }
  }

  @Test func whatComesAfterTheEndIsDropped() async {  // C40, C61
    let probe = Probe<Int, Broken>(keepsLaw: false)
    let inlet = AsyncInlet(probe)
    probe.finish()
    probe.send(1)
    probe.fail(.here)
    #expect(try! await inlet.next(isolation: nil).get() == nil)
    probe.dropSubscribers()
  }

  @Test func theStreamIsFreedWithTheIteratorAndAtTheEnd() async {  // C72
    for isFinished in [false, true] {
      weak var held: Probe<Int, Never>?
      do {
        let probe = Probe<Int, Never>()
        held = probe
        probe.onRequest = { probe, _ in if isFinished { probe.finish() } else { probe.send(1) } }
        var iterator = probe.values.makeAsyncIterator()
        #expect(await iterator.next() == (isFinished ? nil : 1))
      }
      #expect(held == nil)
    }
  }

  @Test func twoCallsAtOnceEachAskForOneAndEachGetOne() async {  // row 111
    let probe = Probe<Int, Never>()
    let iterator = probe.values.makeAsyncIterator()
    let tasks = (0..<2).map { _ in
      nonisolated(unsafe) var copy = iterator  // of one stream
      return Task { await copy.next() }
    }
    await until { probe.demand == .max(2) }
    #expect(probe.asked == [.request(.max(1)), .request(.max(1))])
    probe.send(1)
    probe.send(2)
    #expect(await Set([tasks[0].value, tasks[1].value]) == [1, 2])
    withExtendedLifetime(iterator) {}
  }

  @Test func anIteratorThatIsDroppedCancelsAndTheNextSubscribesAnew() async {  // row 111
    let probe = Probe<Int, Never>()
    probe.onRequest = { probe, _ in probe.send(probe.subscribeCount) }
    let values = probe.values
    for count in 1...3 {
      var iterator = values.makeAsyncIterator()
      #expect(await iterator.next() == count)
      #expect(probe.subscribeCount == count && probe.cancelCount == count - 1)
      withExtendedLifetime(iterator) {}
    }
    #expect(probe.cancelCount == 3 && probe.subscriberCount == 0)
  }

  @Test func theStreamLastsAsLongAsACallForItsValue() async {
    let subject = PassthroughSubject<Int, Never>()
    let task = Task {
      // Nothing is done with the iterator after this.
      var iterator = subject.values.makeAsyncIterator()
      return await iterator.next()
    }
    let sender = Task {
      while !Task.isCancelled {
        subject.send(1)
        await Task.yield()
      }
    }
    #expect(await task.value == 1)
    sender.cancel()
    await sender.value
  }

  @Test func anEndBeforeTheSubscriptionDoesNotCount() async {  // C10
    let probe = Probe<Int, Broken>(isLate: true, keepsLaw: false)
    let inlet = AsyncInlet(probe)
    probe.fail(.here)
    probe.begin()
    let task = Task { try await inlet.next(isolation: nil).get() }
    await until { inlet.waitingCount == 1 }
    probe.send(1)
    #expect(try! await task.value == 1)
    inlet.cancel()
    probe.dropSubscribers()
  }

  @Test func cancelledBeforeDuringAndAfter() async throws {  // row 111, 112
    let probe = Probe<Int, Broken>()
    probe.onRequest = { probe, _ in if probe.asked.count < 3 { probe.send(7) } }
    let task = Task {
      var iterator = probe.values.makeAsyncIterator()
      var seen: [Int?] = []
      for _ in 0..<4 { seen.append(try await iterator.next()) }  // the third waits for ever
      return seen
    }
    await until { probe.asked.count == 3 }
    task.cancel()
    #expect(try await task.value == [7, 7, nil, nil])
    task.cancel()
    #expect(probe.cancelCount == 1 && probe.subscriberCount == 0)
    let before = Task {
      await until { Task.isCancelled }
      var iterator = probe.values.makeAsyncIterator()
      return try await iterator.next()
    }
    before.cancel()
    #expect(try await before.value == nil)
    #expect(probe.cancelCount == 2 && probe.subscriberCount == 0)
  }

  @Test func tenThousandTasksRaceValuesAndCancel() async {  // FA6
    let live = Live()
    do {
      let subjects = (0..<100).map { _ in (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Broken>()) }
      let ended = await withTaskGroup(of: Int.self) { group in
        for i in 0..<10_000 {
          let (sure, failing) = subjects[i % 100]
          let tracked = Tracked(live)
          let task = Task {
            if i % 2 == 0 {
              for await _ in sure.handleEvents(receiveOutput: { _ in withExtendedLifetime(tracked) {} }).values {
                if i % 3 == 0 { break }
              }
            } else {
              let stream = failing.handleEvents(receiveOutput: { _ in withExtendedLifetime(tracked) {} })
              do { for try await _ in stream.values where i % 3 == 0 { break } } catch { return 1 }
            }
            return 1
          }
          group.addTask {
            if i % 4 != 0 { i % 2 == 0 ? sure.send(i) : failing.send(i) }
            if i % 100 == 99 && i % 1000 > 900 { failing.send(completion: .failure(.here)) }
            if i % 7 == 0 { await Task.yield() }
            task.cancel()
            return await task.value
          }
        }
        return await group.reduce(0, +)
      }
      #expect(ended == 10_000)
    }
    await until { live.count == 0 }
  }

  @MainActor @Test func itCanBeReadOnAnActor() async {
    var seen: [Int] = []
    let subject = CurrentValueSubject<Int, Never>(1)
    for await value in subject.values {
      seen.append(value)
      if value == 3 { break }
      subject.send(value + 1)
    }
    #expect(seen == [1, 2, 3])
  }
}
