import Streams
import StreamsTesting
import Testing

@Test("C61: nothing comes after cancel, whatever upstream does", arguments: Row.stateful)
func nothingComesAfterCancel(row: Row) {
  let bench = LawBench(row, demand: .unlimited, keepsLaw: false)
  bench.subscribe()
  bench.send(1)
  bench.cancel()
  let signals = bench.recorder.signals.count
  bench.send(2)
  bench.finish()
  bench.send(3)
  #expect(bench.recorder.signals.count == signals)
  #expect(bench.recorder.violations == [])
}

@Test("C60: cancel goes upstream once, however often it is called", arguments: Row.stateful)
func cancelGoesUpstreamOnce(row: Row) {
  let bench = LawBench(row, demand: .unlimited)
  bench.subscribe()
  bench.cancel()
  bench.cancel()
  #expect(bench.probe.cancelCount == 1)
  bench.request(.max(1))  // C63
  #expect(bench.probe.asked.last == .cancel)
}

@Test("C61: cancel inside receive stops the stream", arguments: Row.passing)
func cancelInsideReceiveStopsTheStream(row: Row) {
  let bench = LawBench(row, demand: .unlimited)
  bench.recorder.onValue = { recorder, value in
    if value == 2 { recorder.cancel() }
    return .max(1)
  }
  bench.subscribe()
  for value in 1...4 { bench.send(value) }
  bench.finish()
  #expect(bench.recorder.values == [1, 2])
  #expect(bench.recorder.completion == nil)
  #expect(bench.probe.cancelCount == 1)
  #expect(bench.recorder.violations == [])
}

@Test("C60: cancel inside receive(subscription:) reaches upstream and nothing comes", arguments: Row.all)
func cancelInsideReceiveSubscription(row: Row) {
  let bench = LawBench(row)
  bench.recorder.onSubscription = { $0.cancel() }
  bench.subscribe()
  bench.send(1)
  bench.finish()
  #expect(bench.recorder.signals.count == 1)
  #expect(bench.probe.subscriberCount == 0)
  #expect(bench.probe.cancelCount == bench.probe.subscribeCount)
  #expect(bench.probe.asked.drop { $0 != .cancel }.allSatisfy { $0 == .cancel })  // C63: nor is it asked for anything
  #expect(bench.recorder.violations == [])
}

@Test("C11: cancel before upstream's subscription is remembered", arguments: Row.all)
func cancelBeforeTheSubscriptionIsRemembered(row: Row) {
  let bench = LawBench(row, isLate: true)
  bench.subscribe()
  // Some send their own when upstream's has come: nothing to cancel yet.
  guard bench.recorder.subscription != nil else { return bench.begin() }
  bench.cancel()
  bench.begin()
  #expect(bench.probe.subscriberCount == 0)
  #expect(bench.recorder.signals.count == 1)
}

@Test("C62: cancel reaches a synchronous source in the middle of its loop", arguments: Row.each)
func cancelStopsASynchronousSource(row: Row) {
  let recorder = Recorder<Int, Oops>(demand: .unlimited)
  recorder.onValue = { recorder, value in
    if recorder.values.count == 3 { recorder.cancel() }
    return .none
  }
  row.make(numbers(1...1_000), VirtualTime()).subscribe(recorder)
  #expect(recorder.values == [1, 2, 3])
  #expect(recorder.completion == nil)
  #expect(recorder.violations == [])
}

@Test("C64: cancel also stops what the scheduler still has, after upstream has ended", arguments: Row.later)
func cancelStopsWhatIsScheduled(row: Row) {
  let bench = LawBench(row, demand: .unlimited)
  bench.subscribe()
  bench.probe.send(1)
  bench.probe.finish()
  bench.cancel()
  bench.settle()
  #expect(bench.recorder.signals.count == 1)
  #expect(bench.recorder.violations == [])
}

@Test("C64: cancel drops what waits for demand after upstream has ended", arguments: Row.all.filter(\.holdsEnd))
func cancelDropsWhatWaits(row: Row) {
  let bench = LawBench(row)
  bench.subscribe()
  if bench.probe.demand != .none { bench.send(1) }
  bench.finish()
  #expect(bench.recorder.signals.count == 1)
  bench.cancel()
  bench.request(.unlimited)
  #expect(bench.recorder.signals.count == 1)
  #expect(bench.probe.cancelCount == 0)  // C42
  #expect(bench.recorder.violations == [])
}

/// An operator that subscribes to a second stream when the first one's 1 has come and it has ended as said.
private struct Follower: Sendable, CustomStringConvertible {
  let description: String
  var end: Subscribers.Completion<Oops>?
  let make: @Sendable (Source, Source) -> Source

  static let all = [
    Follower(description: "catch", end: .failure(Oops())) { a, b in a.catch { _ in b }.eraseToAnyPublisher() },
    Follower(description: "tryCatch", end: .failure(Oops())) { a, b in
      a.tryCatch { _ in b }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Follower(description: "append", end: .finished) { a, b in a.append(b).eraseToAnyPublisher() },
    Follower(description: "prepend", end: .finished) { a, b in b.prepend(a).eraseToAnyPublisher() },
    Follower(description: "flatMap") { a, b in a.flatMap { _ in b }.eraseToAnyPublisher() },
    Follower(description: "switchToLatest") { a, b in a.map { _ in b }.switchToLatest().eraseToAnyPublisher() },
  ]
}

@Test("C11, C64: cancel while the second stream has not sent its subscription", arguments: Follower.all)
private func cancelWhileTheSecondStreamBegins(follower: Follower) {
  let (first, second) = (Probe<Int, Oops>(), Probe<Int, Oops>(isLate: true))
  let recorder = Recorder<Int, Oops>(demand: .unlimited)
  follower.make(first.eraseToAnyPublisher(), second.eraseToAnyPublisher()).subscribe(recorder)
  first.send(1)
  if let end = follower.end { first.send(completion: end) }
  #expect(second.subscribeCount == 1)
  recorder.cancel()
  second.begin()
  #expect(second.asked == [.cancel])
  #expect(second.subscriberCount == 0)
  #expect(recorder.violations == [])
}

@Test("C64: cancel inside the second stream's subscribing stops it", arguments: Follower.all)
private func cancelInsideTheSecondSubscription(follower: Follower) {
  let first = Probe<Int, Oops>()
  let recorder = Recorder<Int, Oops>(demand: .unlimited)
  let second = Deferred { () -> Publishers.HandleEvents<Source> in
    recorder.cancel()
    return numbers(1...10).handleEvents()
  }
  follower.make(first.eraseToAnyPublisher(), second.eraseToAnyPublisher()).subscribe(recorder)
  first.send(1)
  if let end = follower.end { first.send(completion: end) }
  #expect(recorder.isCancelled)
  #expect(recorder.violations == [])
}
