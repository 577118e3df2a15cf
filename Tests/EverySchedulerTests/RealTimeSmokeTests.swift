import Dispatch
import Streams
import StreamsDispatch
import Testing

/// One test for each scheduler that takes real time, through most of what knows time. `scripts/repeat-real-time` runs
/// these again and again.
@Suite(.serialized) struct RealTimeSmokeTests {
  @Test("a clock's beats go through a chain of operators in order, here and not early", arguments: Row.real)
  func chain(row: Row) throws { try row.tested { chain(on: $0) } }
  private func chain(on place: some Place) {
    let clock = place.clock
    let beats = PassthroughSubject<Int, Never>()
    let start = clock.now
    let watch =
      beats
      .subscribe(on: clock)
      .delay(for: .milliseconds(10), scheduler: clock)
      .throttle(for: .nanoseconds(1), scheduler: clock, latest: true)
      .timeout(place.far, scheduler: clock)
      .receive(on: clock)
      .collect(.byTimeOrCount(clock, place.far, 5))
      .prefix(2)
      .watched(on: place)
    place.pass(.milliseconds(1))  // it has subscribed
    var count = 0
    let token = clock.schedule(after: start.advanced(by: .milliseconds(10)), interval: .milliseconds(5)) {
      count += 1
      beats.send(count)
    }
    watch.waitForEnd()
    token.cancel()
    let values = watch.values.flatMap { $0 }
    #expect(values.count == 10 && values == values.sorted() && Set(values).count == 10)
    #expect(watch.isFinished)
    // The tenth beat was due 55 ms after the start, and was delayed.
    watch.expectNothingBefore([start.advanced(by: .milliseconds(40)), start.advanced(by: .milliseconds(65))])
    watch.settle()
  }

  @Test("FG16: sixty ticks go through a throttle of their own interval (C92)", arguments: Row.real)
  func throttle(row: Row) throws { try row.tested { throttle(on: $0) } }
  private func throttle(on place: some Place) {
    let clock = place.clock
    let ticks = PassthroughSubject<Int, Never>()
    let watch = ticks.throttle(for: .milliseconds(10), scheduler: clock, latest: true).watched(on: place) { value in
      if value < 60 { clock.schedule(after: clock.now.advanced(by: .milliseconds(10))) { ticks.send(value + 1) } }
      return .none
    }
    ticks.send(1)
    watch.wait(for: 60)
    #expect(watch.values == Array(1...60))
    watch.settle()
  }

  @Test("FG18: of eleven sends the debounce of a dispatch queue lets the last through, after half a second")
  func debounceOnADispatchQueue() {
    let place = QueuePlace()
    let subject = PassthroughSubject<Int, Never>()
    let watch = subject.debounce(for: .seconds(0.5), scheduler: place.clock).watched(on: place)
    place.hold()
    for value in 0..<10 { subject.send(value) }
    let sent = place.clock.now
    subject.send(10)
    place.release()
    watch.wait(for: 1)
    place.pass(.milliseconds(50))
    #expect(watch.values == [10])
    watch.expectNothingBefore([sent.advanced(by: .seconds(0.5))])
    watch.settle()
  }
}
