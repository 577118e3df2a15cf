import Streams
import StreamsTesting
import Testing

@Test("C44: only the first completion of a bad upstream goes down, and nothing after it", arguments: Row.stateful)
func nothingAfterTheFirstCompletion(row: Row) {
  let bench = LawBench(row, demand: .unlimited, keepsLaw: false)
  bench.subscribe()
  bench.send(1)
  bench.finish()
  let signals = bench.recorder.signals.count
  bench.send(2)
  bench.finish()
  if !row.failureTraps { bench.fail() }
  #expect(bench.recorder.isFinished)
  #expect(bench.recorder.signals.count == signals)
  #expect(bench.recorder.violations == [])
}

@Test("C41: after the end, request and cancel reach nobody", arguments: Row.stateful)
func aSpentSubscriptionDoesNothing(row: Row) {
  let bench = LawBench(row, demand: .unlimited)
  bench.subscribe()
  bench.send(1)
  bench.finish()
  let asked = bench.probe.asked.count
  bench.request(.max(1))
  bench.recorder.subscription?.cancel()
  bench.settle()
  #expect(bench.probe.asked.count == asked)
  #expect(bench.recorder.violations == [])
}

@Test("C42: a completion is received without cancelling upstream", arguments: Row.stateful.filter { !$0.endsItself })
func aCompletionDoesNotCancelUpstream(row: Row) {
  for end in [Subscribers.Completion<Oops>.finished, .failure(Oops())] where end == .finished || !row.failureTraps {
    let bench = LawBench(row, demand: .unlimited, keepsLaw: false)
    bench.subscribe()
    bench.send(1)
    bench.probe.send(completion: end)
    bench.settle()
    #expect(bench.recorder.completion != nil)
    #expect(bench.probe.cancelCount == 0)
  }
}
