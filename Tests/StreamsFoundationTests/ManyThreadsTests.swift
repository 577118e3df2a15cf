import Foundation
import Streams
import StreamsFoundation
import Testing

/// Schedulers of Foundation under many threads at once.
@Suite struct ManyThreadsTests {
  private static let threads = 4
  private static let rounds = 300

  /// Schedules from several threads, and cancels some of it in time or too late. Returns what ran, by thread.
  private func press<Context: Scheduler & SendableMetatype>(_ scheduler: Context) -> (posted: [[Int]], dated: [Int]) {
    nonisolated(unsafe) let scheduler = scheduler
    let (posted, dated) = (Notes<(Int, Int)>(Self.threads * Self.rounds), Notes<Int>(Self.threads * Self.rounds))
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for i in 0..<Self.rounds {
        scheduler.schedule { posted.add((thread, i)) }
        scheduler.schedule(after: scheduler.now.advanced(by: .microseconds(i % 7 * 100))) { dated.add(thread) }
        let token = scheduler.schedule(after: scheduler.now, interval: .microseconds(50)) {}
        if i % 3 == 0 { scheduler.schedule { token.cancel() } }
        token.cancel()
      }
    }
    #expect(posted.wait() && dated.wait())
    let byThread = (0..<Self.threads).map { thread in posted.all.filter { $0.0 == thread }.map(\.1) }
    return (byThread, dated.all)
  }

  @Test func aRunLoopLosesNothingAndKeepsEachThreadsOrder() {
    withRunLoop { loop in
      let (posted, dated) = press(loop)
      for order in posted { #expect(order == Array(0..<Self.rounds)) }
      #expect(dated.count == Self.threads * Self.rounds)
    }
  }

  @Test func anOperationQueueLosesNothingAndKeepsEachThreadsOrder() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let (posted, dated) = press(queue)
    for order in posted { #expect(order == Array(0..<Self.rounds)) }
    queue.waitUntilAllOperationsAreFinished()
    #expect(dated.count == Self.threads * Self.rounds && queue.operationCount == 0)
  }

  @Test func runLoopsComeAndGo() {
    struct Gone: @unchecked Sendable { weak var loop: RunLoop? }
    let (seen, ended) = (Notes<Int>(100), Notes<Gone>(100))
    for i in 0..<100 {
      let thread = Thread {
        let loop = RunLoop.current
        loop.schedule { seen.add(i) }
        if i % 2 == 0 { loop.schedule(after: loop.now.advanced(by: 1000)) {} }  // never done
        while !seen.all.contains(i) { _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        ended.add(Gone(loop: loop))
      }
      thread.start()
    }
    #expect(seen.wait() && ended.wait())
    let limit = patience
    while ended.all.contains(where: { $0.loop != nil }), .now() < limit { wait(milliseconds: 1) }  // as threads end
    withRunLoop { $0.settle() }  // lets go of what was never done
  }
}
