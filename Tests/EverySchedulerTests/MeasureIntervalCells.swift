import Streams
import StreamsTesting
import Testing

extension EveryScheduler {
  @Suite struct MeasureIntervalCells {  // row 85
    @Test("each value says how long it took by the scheduler's clock, where it was sent", arguments: Row.allCases)
    func measures(row: Row) throws { try row.tested { measures(on: $0) } }
    private func measures<Spot: Place>(on place: Spot) {
      let clock = place.clock
      let subject = PassthroughSubject<Int, Never>()
      let recorder = Recorder<Spot.Span, Never>(demand: .unlimited)
      var before = [clock.now]
      subject.measureInterval(using: clock).subscribe(recorder)
      var after = [clock.now]
      for value in 0..<5 {
        place.pass(.milliseconds(2))
        before.append(clock.now)
        subject.send(value)
        #expect(recorder.values.count == value + 1)  // within the call
        after.append(clock.now)
      }
      subject.send(completion: .finished)
      // The clock was read somewhere between `before` and `after`.
      for (turn, span) in recorder.values.enumerated() {
        #expect(after[turn].distance(to: before[turn + 1]) <= span)
        #expect(span <= before[turn].distance(to: after[turn + 1]))
      }
      #expect(recorder.isFinished && recorder.violations == [])
    }
  }
}
