import Streams
import StreamsTesting
import Testing

@Suite struct MeasureIntervalTests {
  typealias Source = Probe<Int, Oops>
  typealias Watcher = Recorder<VirtualTime.SchedulerTimeType.Stride, Oops>

  @Test func theClockIsReadAtTheSubscriptionAndAtEachValueAndNothingIsScheduled() {
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    scheduler.seconds = 3
    source.measureInterval(using: scheduler, options: "o").subscribe(watcher)
    #expect(scheduler.takeLog() == ["now"])
    scheduler.seconds = 5
    source.send(1)
    scheduler.seconds = 9
    source.send(2)
    source.finish()
    #expect(scheduler.takeLog() == ["now", "now"])
    #expect(watcher.values == [.seconds(2), .seconds(4)])
    #expect(watcher.isFinished)
  }

  @Test func whatIsReturnedIsAskedForAfterwards() {  // row 85, DETAILS 21
    let (source, watcher) = (Source(), Watcher(demand: .max(1)))
    watcher.onValue = { _, _ in .max(2) }
    source.measureInterval(using: VirtualTime()).subscribe(watcher)
    #expect(source.send(1) == Subscribers.Demand.none)
    #expect(source.asked == [.request(.max(1)), .request(.max(2))])
    watcher.onValue = { _, _ in .none }
    source.send(2)
    #expect(source.asked == [.request(.max(1)), .request(.max(2))])
    watcher.cancel()
  }

  @Test func eachSubscriptionHasItsOwnClock() {
    let (source, time) = (Source(), VirtualTime())
    let measured = source.measureInterval(using: time)
    let (first, second) = (Watcher(demand: .unlimited), Watcher(demand: .unlimited))
    measured.subscribe(first)
    time.advance(by: .seconds(1))
    measured.subscribe(second)
    time.advance(by: .seconds(1))
    source.send(1)
    #expect(first.values == [.seconds(2)])
    #expect(second.values == [.seconds(1)])
    source.finish()
  }
}
