import Foundation
import Streams
import StreamsFoundation
import Testing

@Suite struct OperationQueueTests {
  let queue = OperationQueue()
  init() { queue.maxConcurrentOperationCount = 1 }

  @Test func workRunsAsOperationsInOrderOneAtATime() {  // row 118
    let seen = Notes<Int>(500)
    for i in 0..<500 { queue.schedule { [queue] in if OperationQueue.current === queue { seen.add(i) } } }
    #expect(seen.wait())
    #expect(seen.all == Array(0..<500))
  }

  @Test func valuesKeepTheirOrderWhateverTheQueueRunsAtATime() {  // C93
    let crowd = OperationQueue()
    let seen = Notes<Int>(500)
    let token = (0..<500).publisher.receive(on: crowd).sink { seen.add($0) }
    #expect(seen.wait())
    #expect(seen.all == Array(0..<500))
    token.cancel()
  }

  @Test func delayedWorkIsAnOperationThatCanBeCancelled() {  // DETAILS 37
    let seen = Notes<Int>()
    queue.schedule(after: queue.now.advanced(by: 1000)) { seen.add(1) }
    #expect(queue.operations.count == 1)
    let operation = queue.operations[0]
    #expect(operation is any Cancellable && !(operation is BlockOperation))
    #expect(!operation.isReady)
    (operation as? any Cancellable)?.cancel()
    queue.waitUntilAllOperationsAreFinished()
    #expect(seen.all == [])
  }

  @Test func delayedWorkRunsOnTheQueueAndNotEarly() {
    let seen = Notes<Bool>(20)
    for i in 0..<20 {
      let due = queue.now.advanced(by: .microseconds(i * 737))
      queue.schedule(after: due) { [queue] in seen.add(OperationQueue.current === queue && queue.now >= due) }
    }
    #expect(seen.wait())
    #expect(seen.all == Array(repeating: true, count: 20))
  }

  @Test func otherWorkOvertakesWhatIsNotDue() {
    let seen = Notes<Int>(2)
    queue.schedule(after: queue.now.advanced(by: 1000)) { seen.add(9) }
    queue.schedule { seen.add(1) }
    queue.schedule(after: queue.now.advanced(by: 1000)) { seen.add(9) }
    queue.schedule { seen.add(2) }
    #expect(seen.wait())
    #expect(seen.all == [1, 2])
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func aSuspendedQueueHoldsTheWork() {
    let seen = Notes<Int>(3)
    queue.isSuspended = true
    queue.schedule { seen.add(1) }
    queue.schedule(after: queue.now) { seen.add(2) }
    let token = queue.schedule(after: queue.now.advanced(by: 0.001), interval: 1000) { seen.add(3) }
    wait(milliseconds: 20)
    #expect(seen.all == [])
    #expect(queue.operationCount == 3)
    queue.isSuspended = false
    #expect(seen.wait())
    token.cancel()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func datesWithoutMeaningAreSurvived() {
    let seen = Notes<Int>(2)
    queue.schedule(after: .init(.distantPast)) { seen.add(1) }
    queue.schedule(after: .init(Date(timeIntervalSinceReferenceDate: -.infinity))) { seen.add(1) }
    queue.schedule(after: .init(Date(timeIntervalSinceReferenceDate: .infinity))) { seen.add(2) }
    queue.schedule(after: .init(.distantFuture)) { seen.add(2) }
    #expect(seen.wait())
    #expect(queue.operations.filter { !$0.isReady }.count == 2)
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
    #expect(seen.all == [1, 1])
  }

  @Test func cancelledWorkLetsGoOfItsActionAtOnce() {  // C73
    weak var canary: Canary?
    queue.isSuspended = true
    do {
      let kept = Canary()
      canary = kept
      queue.schedule(after: queue.now.advanced(by: 1000)) { withExtendedLifetime(kept) {} }
    }
    #expect(canary != nil)
    queue.cancelAllOperations()
    #expect(canary == nil)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func theMainQueueIsAScheduler() async {
    // The test runner serves the main queue.
    await withCheckedContinuation { done in OperationQueue.main.schedule { done.resume() } }
    await withCheckedContinuation { done in
      OperationQueue.main.schedule(after: OperationQueue.main.now.advanced(by: 0.001)) { done.resume() }
    }
  }

  @Test func debounceOnAnOperationQueue() {  // row 82
    let (subject, seen) = (PassthroughSubject<Int, Never>(), Notes<Int>(1))
    let token = subject.debounce(for: 0.05, scheduler: queue).sink { seen.add($0) }
    queue.isSuspended = true
    for i in 0...10 { subject.send(i) }
    queue.isSuspended = false
    #expect(seen.wait())
    #expect(seen.all == [10])
    token.cancel()
    queue.waitUntilAllOperationsAreFinished()
  }
}
