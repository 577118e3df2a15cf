import Streams
import StreamsTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct FutureValueTests {
  @Test func itWaitsForTheValue() async {  // row 113
    let kept = Future<Int, Never> { $0(.success(1)) }
    #expect(await kept.value == 1)
    #expect(await kept.value == 1)
    let later = Future<Int, Never> { promise in
      nonisolated(unsafe) let promise = promise
      Task { promise(.success(2)) }
    }
    #expect(await later.value == 2)
  }

  @Test func itThrowsTheFailure() async throws {  // row 113
    let failed = Future<Int, Broken> { $0(.failure(.here)) }
    await #expect(throws: Broken.here) { try await failed.value }
    let kept = Future<Int, Broken> { $0(.success(3)) }
    #expect(try await kept.value == 3)
  }

  @Test func cancellingTheTaskDoesNotEndIt() async {  // row 113
    nonisolated(unsafe) var keep: Future<Int, Never>.Promise!
    let future = Future<Int, Never> { keep = $0 }
    let task = Task { await future.value }
    task.cancel()
    keep(.success(4))
    #expect(await task.value == 4)
  }

  @Test func thePromiseIsKeptAlsoWhenNobodyHasTheFuture() async {  // row 113
    nonisolated(unsafe) var keep: Future<Int, Never>.Promise?
    var future: Future<Int, Never>? = Future { keep = $0 }
    let task = Task { [future] in await future!.value }
    await Task.yield()
    future = nil
    keep!(.success(5))
    #expect(await task.value == 5)
  }

  @Test func tenThousandTasksRaceThePromiseAndCancel() async {  // FA6
    let sum = await withTaskGroup(of: Int.self) { group in
      for i in 0..<10_000 {
        let (future, promise) = pending()
        let task = Task { (try? await future.value) ?? 2 }
        group.addTask {
          if i % 3 == 0 { task.cancel() }
          promise.keep(i % 2 == 0 ? .success(1) : .failure(.here))
          if i % 3 == 1 { task.cancel() }
          return await task.value
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 15_000)
  }

  private struct Promise: @unchecked Sendable { let keep: Future<Int, Broken>.Promise }

  private func pending() -> (Future<Int, Broken>, Promise) {
    var promise: Promise!
    let future = Future<Int, Broken> { promise = Promise(keep: $0) }
    return (future, promise)
  }
}
