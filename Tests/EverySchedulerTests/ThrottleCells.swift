import Streams
import Testing

extension EveryScheduler {
  @Suite struct ThrottleCells {  // row 83
    @Test(
      "of a burst the first value comes, then the newest or the second after its time, then the end (C92)",
      arguments: Row.timed, [true, false])
    func burst(row: Row, latest: Bool) throws { try row.tested { burst(on: $0, latest) } }
    private func burst(on place: some Place, _ latest: Bool) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.throttle(for: .milliseconds(20), scheduler: place.clock, latest: latest).watched(on: place)
      // The first is on its way as long as the scheduler is held, so that the others wait whatever time it is.
      place.hold()
      let start = place.clock.now
      for value in 1...5 { subject.send(value) }
      subject.send(completion: .finished)
      place.release()
      watch.waitForEnd()
      #expect(watch.values == [1, latest ? 5 : 2])
      #expect(watch.isFinished)
      watch.expectNothingBefore([start, start.advanced(by: .milliseconds(20))])
      watch.settle()
    }

    @Test("FG16: of values that come one interval apart none is lost (C92)", arguments: Row.timed, [true, false])
    func steady(row: Row, latest: Bool) throws { try row.tested { steady(on: $0, latest) } }
    private func steady(on place: some Place, _ latest: Bool) {
      let clock = place.clock
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.throttle(for: .milliseconds(2), scheduler: clock, latest: latest).watched(on: place) {
        value in
        if value == 60 {
          subject.send(completion: .finished)
        } else {
          clock.schedule(after: clock.now.advanced(by: .milliseconds(2))) { subject.send(value + 1) }
        }
        return .none
      }
      subject.send(1)
      watch.waitForEnd()
      #expect(watch.values == Array(1...60))
      watch.settle()
    }

    @Test("a cancel drops the value that is on its way and the one that waits (C61)", arguments: Row.timed)
    func cancel(row: Row) throws { try row.tested { cancel(on: $0) } }
    private func cancel(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.throttle(for: .milliseconds(5), scheduler: place.clock, latest: true).watched(on: place)
      place.hold()
      for value in 0..<10 { subject.send(value) }
      subject.send(completion: .finished)
      watch.recorder.cancel()
      place.release()
      place.pass(.milliseconds(20))
      #expect(watch.values == [] && watch.recorder.completion == nil)
      watch.settle()
    }
  }
}
