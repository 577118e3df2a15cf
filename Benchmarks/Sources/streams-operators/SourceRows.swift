import Glibc
import Measuring
import Streams

let sourceRows: [Row] = [
  Row("Just") { n in subscribe(n) { Just($0) } },
  Row("Sequence.publisher") { n in cold(n) { $0 } },
  Row("Deferred") { n in subscribe(n) { number in Deferred { Just(number) } } },
  Row("Future") { n in subscribe(n) { number in Future<Int, Never> { $0(.success(number)) } } },
  Row("Record") { n in consume(Record<Int, Never>(output: Array(0..<n), completion: .finished)) },
  Row("Optional.publisher") { n in subscribe(n) { Optional.some($0).publisher } },
  Row("Result.publisher") { n in subscribe(n) { Result<Int, Failed>.success($0).publisher } },
  Row("AsyncSequence.publisher") { n in
    nonisolated(unsafe) let done = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(done, 0, 0)
    let last = Last<Int>()
    let token = Countdown(count: n).publisher.sink(
      receiveCompletion: { _ in sem_post(done) }, receiveValue: { last.keep($0) })
    sem_wait(done)
    sem_destroy(done)
    done.deallocate()
    return withExtendedLifetime(token) { last.count }
  },
]

/// An asynchronous sequence that never waits.
private struct Countdown: AsyncSequence, AsyncIteratorProtocol, Sendable {
  var count: Int
  func makeAsyncIterator() -> Self { self }
  mutating func next() async -> Int? { await next(isolation: nil) }
  mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
    count -= 1
    return count < 0 ? nil : count
  }
}

private final class Model: ObservableObject {
  @Published var number = 0
}

let subjectRows: [Row] = [
  Row("PassthroughSubject") { n in hot(n) { $0 } },
  Row("CurrentValueSubject") { n in
    let subject = CurrentValueSubject<Int, Never>(0)
    let last = Last<Int>()
    let token = subject.sink { last.keep($0) }
    for number in 0..<n { subject.send(number) }
    withExtendedLifetime(token) {}
    return last.count
  },
  Row("Published") { n in
    let model = Model()
    let last = Last<Int>()
    let token = model.$number.sink { last.keep($0) }
    for number in 0..<n { model.number = number }
    withExtendedLifetime(token) {}
    return last.count
  },
  Row("ObservableObject.objectWillChange") { n in
    let model = Model()
    let last = Last<Void>()
    let token = model.objectWillChange.sink { last.keep(()) }
    for number in 0..<n { model.number = number }
    withExtendedLifetime(token) {}
    return last.count
  },
]
