import Streams
import StreamsTesting
import Testing

@Test("C46: a failure needs no demand", arguments: Row.all.filter(\.passesFailure))
func aFailureNeedsNoDemand(row: Row) {
  let bench = LawBench(row)
  bench.subscribe()
  bench.fail()
  #expect(bench.recorder.failure == Oops())
  #expect(bench.recorder.violations == [])
}

@Test("C46: finishing needs no demand, except where C47 says so", arguments: Row.all)
func finishingNeedsNoDemand(row: Row) {
  let bench = LawBench(row)
  bench.subscribe()
  bench.finish()
  #expect(bench.recorder.isFinished == !row.holdsEnd)
  bench.request(.max(1))
  bench.settle()
  #expect(bench.recorder.isFinished)
  #expect(bench.recorder.violations == [])
}

@Test("C43: request, cancel and send inside the completion find a dead stream", arguments: Row.stateful)
func theStreamIsDeadInsideItsCompletion(row: Row) {
  let bench = LawBench(row, demand: .unlimited, keepsLaw: false)
  bench.recorder.onCompletion = { [unowned bench] recorder, _ in
    recorder.request(.max(1))
    recorder.subscription?.cancel()
    bench.probe.send(9)
    bench.probe.finish()
  }
  bench.subscribe()
  bench.finish()
  #expect(bench.recorder.values == row.output(of: []))
  #expect(bench.recorder.isFinished)
  #expect(bench.probe.cancelCount == 0)
  #expect(bench.recorder.violations == [])
}

@Test("C3: an empty upstream that ends while it subscribes ends the stream", arguments: Row.all)
func anUpstreamThatEndsAtOnce(row: Row) {
  let recorder = Recorder<Int, Oops>(demand: .unlimited)
  let time = VirtualTime()
  row.make(Empty<Int, Oops>().eraseToAnyPublisher(), time).subscribe(recorder)
  time.advance(by: .nanoseconds(100))
  #expect(recorder.values == row.output(of: []))
  #expect(recorder.isFinished)
  #expect(recorder.violations == [])
}
