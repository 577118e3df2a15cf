import Glibc
import Streams
import StreamsTesting
import Testing

/// Runs work on a thread with a stack of half a megabyte.
func onASmallStack(_ work: @escaping () -> Void) {
  final class Box {
    let work: () -> Void
    init(_ work: @escaping () -> Void) { self.work = work }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setstacksize(&attributes, 512 * 1024)
  var thread = pthread_t()
  let status = pthread_create(
    &thread, &attributes,
    {
      Unmanaged<Box>.fromOpaque($0!).takeRetainedValue().work()
      return nil
    }, Unmanaged.passRetained(Box(work)).toOpaque())
  precondition(status == 0)
  pthread_join(thread, nil)
  pthread_attr_destroy(&attributes)
}

/// How many values came, what their sum is, and whether the stream finished.
private func drain(_ source: Source, demand: Subscribers.Demand = .unlimited) -> [Int] {
  var count = 0
  var sum = 0
  var isFinished = 0
  onASmallStack {
    source.subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(demand) },
        receiveValue: {
          count += 1
          sum += $0
          return demand == .unlimited ? .none : .max(1)
        },
        receiveCompletion: { if case .finished = $0 { isFinished += 1 } }))
  }
  return [count, sum, isFinished]
}

private func expected(_ count: Int) -> [Int] { [count, count * (count + 1) / 2, 1] }
private func just(_ value: Int) -> Retyped<Just<Int>, Oops> { Just(value).failing(with: Oops.self) }
private func sequence(_ value: Int) -> Retyped<Publishers.Sequence<[Int], Never>, Oops> {
  [value].publisher.failing(with: Oops.self)
}

@Test("FF1, C21: a million inner streams, one at a time, take a bounded stack")
func aMillionInnerStreams() {
  let stream = numbers(1...1_000_000).flatMap(maxPublishers: .max(1)) { Just($0).failing(with: Oops.self) }
  #expect(drain(stream.eraseToAnyPublisher()) == expected(1_000_000))
}

@Test("C21: many inner streams take a bounded stack, whatever the demand")
func manyInnerStreams() {
  let count = 50_000
  let many = numbers(1...count)
  for demand in [Subscribers.Demand.max(1), .unlimited] {
    #expect(drain(many.flatMap(just).eraseToAnyPublisher(), demand: demand) == expected(count))
    #expect(drain(many.flatMap(sequence).eraseToAnyPublisher(), demand: demand) == expected(count))
    #expect(
      drain(many.flatMap(maxPublishers: .max(1), just).eraseToAnyPublisher(), demand: demand) == expected(count))
    #expect(
      drain(many.flatMap(maxPublishers: .max(1), sequence).eraseToAnyPublisher(), demand: demand) == expected(count))
  }
}

@Test("C21: many streams that replace each other take a bounded stack")
func manySwitches() {
  let count = 200_000
  let stream = numbers(1...count).map { Just($0).failing(with: Oops.self) }.switchToLatest()
  #expect(drain(stream.eraseToAnyPublisher()) == expected(count))
}

@Test("FF7, C21: a hundred thousand retries of a stream that fails at once take a bounded stack")
func manyRetries() {
  let attempts = Probe<Int, Oops>()
  attempts.onRequest = { probe, _ in probe.fail(Oops()) }
  let failing = Fail<Int, Oops>(error: Oops())
  let recorder = Recorder<Int, Oops>(demand: .unlimited)
  onASmallStack { failing.retry(100_000).subscribe(recorder) }
  #expect(recorder.failure == Oops())
  // The same when the failure comes inside the request.
  let second = Recorder<Int, Oops>(demand: .unlimited)
  onASmallStack { attempts.retry(20_000).subscribe(second) }
  #expect(second.failure == Oops())
  #expect(attempts.subscribeCount == 20_001)
}
