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
