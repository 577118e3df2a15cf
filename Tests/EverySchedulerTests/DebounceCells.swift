import Streams
import Testing

extension EveryScheduler {
  @Suite struct DebounceCells {  // row 82
    @Test(
      "the last value of a burst comes out, after its time; a finish drops the one that waits (C91)",
      arguments: Row.timed)
    func sendsTheLast(row: Row) throws { try row.tested { sendsTheLast(on: $0) } }
    private func sendsTheLast(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.debounce(for: .milliseconds(20), scheduler: place.clock).watched(on: place)
      place.hold()
      for value in 0..<10 { subject.send(value) }
      let sent = place.clock.now
      subject.send(10)
      place.release()
      watch.wait(for: 1)
      place.hold()
      subject.send(11)
      subject.send(completion: .finished)
      place.release()
      watch.waitForEnd()
      #expect(watch.values == [10])
      #expect(watch.isFinished)
      watch.expectNothingBefore([sent.advanced(by: .milliseconds(20))])
      watch.settle()
    }

    @Test("a cancel drops the value that waits (C61)", arguments: Row.timed)
    func cancel(row: Row) throws { try row.tested { cancel(on: $0) } }
    private func cancel(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.debounce(for: .milliseconds(5), scheduler: place.clock).watched(on: place)
      place.hold()
      for value in 0..<10 { subject.send(value) }
      watch.recorder.cancel()
      place.release()
      place.pass(.milliseconds(20))
      #expect(watch.values == [] && watch.recorder.completion == nil)
      watch.settle()
    }
  }
}
