import Streams
import Testing

extension EveryScheduler {
  @Suite struct DelayCells {  // row 84
    @Test("every value comes in its order after its time, the end last (C90, C93)", arguments: Row.timed)
    func order(row: Row) throws { try row.tested { order(on: $0) } }
    private func order<Spot: Place>(on place: Spot) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.delay(for: .milliseconds(10), scheduler: place.clock).watched(on: place)
      var due: [Spot.Moment] = []
      for value in 0..<100 {
        due.append(place.clock.now.advanced(by: .milliseconds(10)))
        subject.send(value)
      }
      subject.send(completion: .finished)
      watch.waitForEnd()
      #expect(watch.values == Array(0..<100))
      #expect(watch.isFinished)
      watch.expectNothingBefore(due)
      watch.settle()
    }

    @Test("FH15: time begins when it is asked for, also after work that blocked (C107)", arguments: Row.timed)
    func afterBlocking(row: Row) throws { try row.tested { afterBlocking(on: $0) } }
    private func afterBlocking(on place: some Place) {
      var asked = place.clock.now
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.delay(for: .milliseconds(20), scheduler: place.clock).watched(on: place)
      place.visit {
        let end = ContinuousClock.now + .milliseconds(30)
        while ContinuousClock.now < end {}
        asked = place.clock.now
        subject.send(1)
      }
      watch.wait(for: 1)
      watch.expectNothingBefore([asked.advanced(by: .milliseconds(20))])
      watch.settle()
    }

    @Test("a cancel inside receive drops what is behind (C61)", arguments: Row.timed)
    func cancelInside(row: Row) throws { try row.tested { cancelInside(on: $0) } }
    private func cancelInside(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.delay(for: .milliseconds(5), scheduler: place.clock).watched(on: place)
      watch.onValue = { [weak watch] value in
        if value == 3 { watch?.recorder.cancel() }
        return .none
      }
      place.hold()
      for value in 1...10 { subject.send(value) }
      subject.send(completion: .finished)
      place.release()
      watch.wait(for: 3)
      place.pass(.milliseconds(20))
      #expect(watch.values == [1, 2, 3] && watch.recorder.completion == nil)
      watch.settle()
    }

    @Test("after a cancel nothing comes of what was far away (C61, C64)", arguments: Row.timed)
    func cancelFarAway(row: Row) throws { try row.tested { cancelFarAway(on: $0) } }
    private func cancelFarAway(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.delay(for: place.far, scheduler: place.clock).watched(on: place)
      subject.send(1)
      subject.send(completion: .finished)
      watch.recorder.cancel()
      place.pass(.milliseconds(5))
      #expect(watch.values == [] && watch.recorder.completion == nil)
      watch.settle()
    }
  }
}
