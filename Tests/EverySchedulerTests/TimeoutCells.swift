import Streams
import StreamsTesting
import Testing

extension EveryScheduler {
  @Suite struct TimeoutCells {  // row 86, C94
    private struct TooLate: Error, Equatable {}

    @Test("silence ends the stream after its time, and cancels upstream", arguments: Row.timed)
    func silence(row: Row) throws { try row.tested { silence(on: $0) } }
    private func silence(on place: some Place) {
      let probe = Probe<Int, TooLate>()
      let start = place.clock.now
      let watch = probe.timeout(.milliseconds(10), scheduler: place.clock).watched(on: place)
      watch.waitForEnd()
      #expect(start.distance(to: place.clock.now) >= .milliseconds(10))
      #expect(watch.isFinished && watch.values == [])
      #expect(probe.cancelCount == 1)
      watch.settle()
    }

    @Test("silence fails with the error that was given", arguments: Row.timed)
    func failure(row: Row) throws { try row.tested { failure(on: $0) } }
    private func failure(on place: some Place) {
      let probe = Probe<Int, TooLate>()
      let watch = probe.timeout(.milliseconds(1), scheduler: place.clock, customError: { TooLate() }).watched(on: place)
      watch.waitForEnd()
      #expect(watch.recorder.failure == TooLate())
      #expect(probe.cancelCount == 1)
      watch.settle()
    }

    @Test("a value starts the time anew, and goes out before the end", arguments: Row.timed)
    func anew(row: Row) throws { try row.tested { anew(on: $0) } }
    private func anew(on place: some Place) {
      let probe = Probe<Int, TooLate>()
      place.hold()
      let watch = probe.timeout(.milliseconds(10), scheduler: place.clock).watched(on: place)
      let sent = place.clock.now
      probe.send(1)
      place.release()
      watch.waitForEnd()
      #expect(sent.distance(to: place.clock.now) >= .milliseconds(10))
      #expect(watch.values == [1] && watch.isFinished)
      watch.settle()
    }

    @Test("what comes in time goes through, in order and here", arguments: Row.timed)
    func inTime(row: Row) throws { try row.tested { inTime(on: $0) } }
    private func inTime(on place: some Place) {
      let subject = PassthroughSubject<Int, TooLate>()
      let watch = subject.timeout(place.far, scheduler: place.clock).watched(on: place)
      for value in 0..<100 { subject.send(value) }
      subject.send(completion: .failure(TooLate()))
      watch.waitForEnd()
      #expect(watch.values == Array(0..<100))
      #expect(watch.recorder.failure == TooLate())
      watch.settle()
    }

    @Test("a cancel stops the time (C61)", arguments: Row.timed)
    func cancel(row: Row) throws { try row.tested { cancel(on: $0) } }
    private func cancel(on place: some Place) {
      let probe = Probe<Int, TooLate>()
      place.hold()
      let watch = probe.timeout(.milliseconds(5), scheduler: place.clock).watched(on: place)
      probe.send(1)
      watch.recorder.cancel()
      place.release()
      place.pass(.milliseconds(20))
      #expect(watch.values == [] && watch.recorder.completion == nil)
      #expect(probe.cancelCount == 1)
      watch.settle()
    }
  }
}
