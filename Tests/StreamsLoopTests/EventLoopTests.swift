import CLibuv
import Glibc
import Streams
import StreamsLoop
import Synchronization
import Testing

/// Every suite with a loop is part of this one, so that one runs at a time and the handles alive can be counted.
@Suite(.serialized) struct LoopTests {}

/// What `throwing` throws as a `LoopError`.
func failure(of throwing: () throws -> Void) -> LoopError? {
  do { try throwing() } catch { return error as? LoopError }
  return nil
}

/// A box that several threads fill.
final class Shared<Value>: @unchecked Sendable {
  private let mutex = Mutex<Void>(())
  private var stored: Value
  init(_ value: Value) { stored = value }
  var value: Value {
    get { mutex.withLock { _ in stored } }
    set { mutex.withLock { _ in stored = newValue } }
  }
  func change(_ body: (inout Value) -> Void) { mutex.withLock { _ in body(&stored) } }
}

/// Runs `body` in a thread of its own; `join` waits for it.
final class Worker {
  private var thread = pthread_t()
  init(_ body: @escaping () -> Void) {
    final class Box {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
    }
    pthread_create(
      &thread, nil,
      { box in
        Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
  }
  func join() { pthread_join(thread, nil) }
}

/// Waits for `condition`, at most `seconds`.
@discardableResult func eventually(within seconds: Int = 10, _ condition: () -> Bool) -> Bool {
  let end = uv_hrtime() + UInt64(seconds) * 1_000_000_000
  while !condition() {
    if uv_hrtime() > end { return false }
    usleep(200)
  }
  return true
}

extension LoopTests {
  @Suite struct EventLoopTests {
    @Test func runRunsWhatWasPostedInOrderAndReturnsThoughNothingIsActive() throws {
      let loop = try EventLoop()
      var order: [Int] = []
      try loop.post { order.append(1) }
      try loop.post {
        order.append(2)
        try! loop.post { order.append(4) }
        order.append(3)
      }
      #expect(order == [])
      #expect(try loop.run() == false)
      #expect(order == [1, 2, 3, 4])
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func runNoWaitAndRunOnceSayWhetherThereIsMore() throws {
      let loop = try EventLoop()
      #expect(try loop.run(.noWait) == false)
      var ran = 0
      try loop.post {
        ran += 1
        try! loop.post { ran += 1 }
      }
      #expect(try loop.run(.noWait) == true)
      #expect(ran == 1)
      #expect(try loop.run(.once) == false)
      #expect(ran == 2)
      try loop.close()
    }

    @Test func onlyTheThreadThatRunsItIsTheLoopsThread() throws {
      let loop = try EventLoop()
      #expect(!loop.isCurrent)
      var inside = false
      try loop.post { inside = loop.isCurrent }
      try loop.run()
      #expect(inside)
      #expect(!loop.isCurrent)
      try loop.close()
    }

    @Test func runInsideRunIsBusy() throws {
      let loop = try EventLoop()
      var errors: [LoopError?] = []
      try loop.post {
        errors.append(failure { try loop.run() })
        errors.append(failure { try loop.start() })
        errors.append(failure { try loop.close() })
      }
      try loop.run()
      #expect(errors == [.busy, .busy, .busy])
      try loop.close()
      #expect(failure { try loop.run() } == .closed)
    }

    @Test func afterCloseEverythingSaysClosedAndClosingAgainIsFine() throws {
      let loop = try EventLoop()
      try loop.close()
      try loop.close()
      #expect(failure { try loop.post {} } == .closed)
      #expect(failure { try loop.start() } == .closed)
      #expect(failure { try loop.stop() } == .closed)
      #expect(failure { try loop.hold() } == .closed)
      #expect(failure { try loop.unhold() } == .closed)
      loop.schedule { Issue.record("ran on a closed loop") }
      loop.closeSoon()
    }

    @Test func closeRunsWhatWasPostedAndRefusesWhatThatPosts() throws {
      let loop = try EventLoop()
      var ran = 0
      var refused: LoopError?
      try loop.post {
        ran += 1
        refused = failure { try loop.post { ran += 1 } }
      }
      try loop.close()
      #expect(ran == 1)
      #expect(refused == .closed)
      #expect(loop.liveHandles == 0)
    }

    @Test func aStopBeforeRunMakesTheNextRunReturnAtOnce() throws {
      let loop = try EventLoop()
      var ran = false
      try loop.post { ran = true }
      try loop.stop()
      #expect(try loop.run() == true)
      #expect(!ran)
      try loop.run()
      #expect(ran)
      try loop.close()
    }

    @Test func stopFromAnotherThreadEndsAHeldRunAndWhatWasPostedBeforeIsRun() throws {
      let loop = try EventLoop()
      try loop.hold()
      let ran = Shared(false)
      let worker = Worker {
        eventually { loop.loop.isRunning }
        try! loop.post { ran.value = true }
        try! loop.stop()
      }
      #expect(try loop.run() == true)
      worker.join()
      #expect(ran.value)
      try loop.unhold()
      #expect(failure { try loop.unhold() } == .wrongMoment)
      #expect(try loop.run() == false)
      try loop.close()
    }

    @Test func unholdFromAnotherThreadLetsTheRunEnd() throws {
      let loop = try EventLoop()
      try loop.hold()
      let worker = Worker {
        eventually { loop.loop.isRunning }
        try! loop.unhold()
      }
      #expect(try loop.run() == false)
      worker.join()
      try loop.close()
    }

    @Test func aStartedLoopStaysAndCanBeStoppedAndStartedAgain() throws {
      let loop = try EventLoop()
      for round in 1...50 {
        try loop.start()
        let got = Shared(0)
        try loop.post { got.value = round }
        #expect(eventually { got.value == round })
        try loop.stop()
      }
      try loop.start()
      #expect(failure { try loop.start() } == .busy)
      #expect(failure { try loop.run() } == .busy)
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func stopRightAfterStartIsNotLost() throws {
      let loop = try EventLoop()
      for _ in 1...200 {
        try loop.start()
        try loop.stop()
      }
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func closeOfAStartedLoopRunsWhatWasPostedInItsOwnThread() throws {
      for _ in 1...100 {
        let loop = try EventLoop()
        let ran = Shared(0)
        try loop.start()
        for _ in 1...10 { try loop.post { ran.change { $0 += loop.isCurrent ? 1 : 0 } } }
        try loop.close()
        #expect(ran.value == 10)
        #expect(loop.liveHandles == 0)
      }
    }

    @Test func aLoopInRunIsClosedByNoOtherThread() throws {
      let loop = try EventLoop()
      try loop.hold()
      let answer = Shared<LoopError?>(nil)
      let worker = Worker {
        eventually { loop.loop.isRunning }
        answer.value = failure { try loop.close() }
        loop.closeSoon()
      }
      try loop.run()
      worker.join()
      #expect(answer.value == .wrongThread)
      #expect(failure { try loop.post {} } == .closed)
      #expect(loop.liveHandles == 0)
    }

    @Test func droppingTheLastReferenceClosesTheLoop() throws {
      var loop: EventLoop? = try EventLoop()
      let ran = Shared(0)
      var inner = loop!.loop
      try loop!.post { ran.change { $0 += 1 } }
      loop = nil
      #expect(ran.value == 1)
      #expect(inner.liveHandles == 0)

      for isInside in [false, true] {
        loop = try EventLoop()
        inner = loop!.loop
        try loop!.start()
        if isInside {
          let kept = loop!
          loop = nil
          try kept.post { withExtendedLifetime(kept) { ran.change { $0 += 1 } } }
        } else {
          try loop!.post { ran.change { $0 += 1 } }
          loop = nil
        }
        #expect(eventually { inner.liveHandles == 0 })
      }
      #expect(ran.value == 3)
    }

    @Test func everyPostFromManyThreadsIsRunOnceAndInOrderPerThread() throws {  // C100, FH5
      let loop = try EventLoop()
      try loop.start()
      let posts = 25_000
      let seen = Shared([[Int]](repeating: [], count: 4))
      let workers = (0..<4).map { me in
        Worker { for i in 0..<posts { try! loop.post { seen.change { $0[me].append(i) } } } }
      }
      for worker in workers { worker.join() }
      try loop.close()
      for list in seen.value { #expect(list == Array(0..<posts)) }
    }

    @Test func aPostThatMeetsTheEndOfADrainIsNotLate() throws {  // C100, FH5
      let loop = try EventLoop()
      try loop.start()
      let done = Atomic<Int>(0)
      var longest: UInt64 = 0
      for round in 1...10_000 {
        // Some come while the loop still runs those before, the last one maybe just as it stops looking.
        for post in 1...10 { try loop.post { done.store(round * 10 + post, ordering: .releasing) } }
        let begin = uv_hrtime()
        while done.load(ordering: .acquiring) != round * 10 + 10, longest < 5_000_000_000 {
          sched_yield()
          longest = max(longest, uv_hrtime() - begin)
        }
      }
      #expect(longest < 5_000_000_000, "a wake-up was lost")
      try loop.close()
    }

    @Test func postingForEverDoesNotStarveATimer() throws {  // C107
      let loop = try EventLoop()
      var isOver = false
      func again() { if !isOver { try! loop.post { again() } } }
      again()
      loop.schedule(after: loop.now.advanced(by: .milliseconds(5))) { isOver = true }
      try loop.run()
      #expect(isOver)
      try loop.close()
    }

    @Test func handlesOfOthersKeepTheLoopFromClosing() throws {  // C106
      let loop = try EventLoop()
      let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
      defer { timer.deallocate() }
      uv_timer_init(loop.uv, timer)
      #expect(failure { try loop.close() } == .busy)
      try loop.post {}
      UnsafeMutableRawPointer(timer).withMemoryRebound(to: uv_handle_t.self, capacity: 1) { uv_close($0, nil) }
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func anAdoptedLoopIsRunByItsOwnerAndClosedByItsNextRun() throws {
      let uv = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
      defer { uv.deallocate() }
      uv_loop_init(uv)
      let loop = try EventLoop(adopting: uv)
      #expect(failure { try loop.run() } == .notSupported)
      #expect(failure { try loop.start() } == .notSupported)
      #expect(failure { try loop.stop() } == .notSupported)
      #expect(loop.isCurrent)
      var order: [String] = []
      try loop.post { order.append("posted") }
      loop.schedule(after: loop.now.advanced(by: .milliseconds(2))) { order.append("due") }
      uv_run(uv, UV_RUN_DEFAULT)
      #expect(order == ["posted", "due"])

      try loop.post {
        order.append(failure { try loop.close() } == .busy ? "busy inside" : "closed inside")
      }
      uv_run(uv, UV_RUN_DEFAULT)
      let foreign = Shared<LoopError?>(nil)
      Worker { foreign.value = failure { try loop.close() } }.join()
      #expect(foreign.value == .wrongThread)
      try loop.post { order.append("at the end") }
      try loop.close()
      #expect(order == ["posted", "due", "busy inside", "at the end"])
      #expect(uv_loop_close(uv) == UV_EBUSY.rawValue)
      uv_run(uv, UV_RUN_DEFAULT)
      #expect(uv_loop_close(uv) == 0)
      #expect(loop.liveHandles == 0)
    }

    @Test func anAdoptedLoopDroppedInsideACallbackIsClosedAfterIt() throws {
      let uv = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
      defer { uv.deallocate() }
      uv_loop_init(uv)
      var loop: EventLoop? = try EventLoop(adopting: uv)
      let inner = loop!.loop
      try loop!.post { loop = nil }
      uv_run(uv, UV_RUN_DEFAULT)
      #expect(loop == nil)
      #expect(uv_loop_close(uv) == 0)
      #expect(inner.liveHandles == 0)
    }

    @Test func anotherThreadMayRunAnAdoptedLoop() throws {
      let uv = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
      defer { uv.deallocate() }
      uv_loop_init(uv)
      let loop = try EventLoop(adopting: uv)
      try loop.hold()
      let seen = Shared<[Bool]>([])
      let runner = Worker {
        uv_run(uv, UV_RUN_DEFAULT)
        try! loop.close()
        uv_run(uv, UV_RUN_DEFAULT)
      }
      try loop.post { seen.change { $0.append(loop.isCurrent) } }
      #expect(eventually { seen.value == [true] })
      #expect(!loop.isCurrent)
      try loop.unhold()
      runner.join()
      #expect(uv_loop_close(uv) == 0)
      #expect(loop.liveHandles == 0)
    }
  }
}
