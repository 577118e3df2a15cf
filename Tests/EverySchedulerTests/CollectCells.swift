import Streams
import Testing

extension EveryScheduler {
  @Suite struct CollectCells {  // rows 41 and 42
    @Test(
      "byTime: what came within a stretch is a group, after its time; the rest comes before the end",
      arguments: Row.timed)
    func byTime(row: Row) throws { try row.tested { byTime(on: $0) } }
    private func byTime(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let start = place.clock.now
      place.hold()
      let watch = subject.collect(.byTime(place.clock, .milliseconds(10))).watched(on: place)
      for value in 1...5 { subject.send(value) }
      place.release()
      watch.wait(for: 1)
      place.pass(.milliseconds(30))  // stretches in which nothing comes make no group
      place.hold()
      for value in 6...7 { subject.send(value) }
      subject.send(completion: .finished)
      place.release()
      watch.waitForEnd()
      #expect(watch.values == [[1, 2, 3, 4, 5], [6, 7]])
      #expect(watch.isFinished)
      watch.expectNothingBefore([start.advanced(by: .milliseconds(10))])
      watch.settle()
    }

    @Test("byTimeOrCount: a full group goes out whatever time it is", arguments: Row.timed)
    func byCount(row: Row) throws { try row.tested { byCount(on: $0) } }
    private func byCount(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.collect(.byTimeOrCount(place.clock, place.far, 3)).watched(on: place)
      for value in 1...7 { subject.send(value) }
      watch.wait(for: 2)
      subject.send(completion: .finished)
      watch.waitForEnd()
      #expect(watch.values == [[1, 2, 3], [4, 5, 6], [7]])
      #expect(watch.isFinished)
      watch.settle()
    }

    @Test("byTimeOrCount: a group that is not full goes out after its time", arguments: Row.timed)
    func byTimeOrCount(row: Row) throws { try row.tested { byTimeOrCount(on: $0) } }
    private func byTimeOrCount(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let start = place.clock.now
      place.hold()
      let watch = subject.collect(.byTimeOrCount(place.clock, .milliseconds(10), 3)).watched(on: place)
      for value in 1...2 { subject.send(value) }
      place.release()
      watch.wait(for: 1)
      #expect(watch.values == [[1, 2]])
      watch.expectNothingBefore([start.advanced(by: .milliseconds(10))])
      watch.settle()
    }

    @Test("a cancel stops the time and drops what was gathered (C61)", arguments: Row.timed, [true, false])
    func cancel(row: Row, isCounting: Bool) throws { try row.tested { cancel(on: $0, isCounting) } }
    private func cancel(on place: some Place, _ isCounting: Bool) {
      let subject = PassthroughSubject<Int, Never>()
      place.hold()
      let watch =
        isCounting
        ? subject.collect(.byTimeOrCount(place.clock, .milliseconds(5), 9)).watched(on: place)
        : subject.collect(.byTime(place.clock, .milliseconds(5))).watched(on: place)
      for value in 1...5 { subject.send(value) }
      watch.recorder.cancel()
      place.release()
      place.pass(.milliseconds(20))
      #expect(watch.values == [] && watch.recorder.completion == nil)
      watch.settle()
    }
  }
}
