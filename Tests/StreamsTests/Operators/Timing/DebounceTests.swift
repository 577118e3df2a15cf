import Streams
import StreamsTesting
import Testing

@Suite struct DebounceTests {
  typealias Source = Probe<Int, Oops>
  typealias Watcher = Recorder<Int, Oops>

  @Test func eachValueSetsARepeatingTimerAndThenCancelsTheOldOne() {  // C96, DETAILS 32
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.debounce(for: .seconds(3), scheduler: scheduler, options: "o").subscribe(watcher)
    #expect(scheduler.takeLog() == [])
    source.send(1)
    #expect(scheduler.takeLog() == ["now", "minimumTolerance", "after 3 every 3 ±7 (o)"])
    scheduler.seconds = 1
    source.send(2)
    #expect(scheduler.takeLog() == ["now", "minimumTolerance", "after 4 every 3 ±7 (o)", "cancel 1"])
    scheduler.run(2, again: true)
    #expect(scheduler.takeLog() == ["cancel 2"])
    #expect(watcher.values == [2])
    source.finish()
    #expect(scheduler.takeLog() == ["schedule(nil)"])
    scheduler.run(3)
    #expect(watcher.isFinished)
  }

  @Test func theEndStopsTheTimerAndIsScheduledWithoutOptions() {  // C91, DETAILS 32
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.debounce(for: .seconds(3), scheduler: scheduler, options: "o").subscribe(watcher)
    source.send(1)
    _ = scheduler.takeLog()
    source.fail(Oops())
    #expect(scheduler.takeLog() == ["cancel 1", "schedule(nil)"])
    #expect(watcher.signals.count == 1)
    scheduler.run(2)
    #expect(watcher.values == [])
    #expect(watcher.failure == Oops())
  }

  @Test func timersThatCannotBeCancelledAreSurvived() {  // DETAILS 32
    let scheduler = RecordingScheduler(cancelWorks: false)
    defer { scheduler.forget() }  // what it has is never run, and holds it
    let (source, watcher) = (Source(), Watcher(demand: .unlimited))
    source.debounce(for: .seconds(3), scheduler: scheduler).subscribe(watcher)
    source.send(1)
    source.send(2)
    scheduler.run(1, again: true)
    #expect(watcher.values == [])
    for _ in 1...3 { scheduler.run(2, again: true) }
    #expect(watcher.values == [2])
    source.send(3)
    source.finish()
    scheduler.run(3, again: true)
    #expect(watcher.values == [2])
    #expect(!watcher.isFinished)
    scheduler.run(4)
    for timer in 1...3 { scheduler.run(timer, again: true) }
    #expect(watcher.values == [2])
    #expect(watcher.isFinished)
    #expect(watcher.violations == [])
  }

  @Test func immediatelyNothingWaits() {  // C95
    let watcher = Watcher(demand: .unlimited)
    numbers(1...3).debounce(for: .seconds(1), scheduler: ImmediateScheduler.shared).subscribe(watcher)
    #expect(watcher.values == [1, 2, 3])
    #expect(watcher.isFinished)
    #expect(watcher.violations == [])
  }

  @Test func noTimeAtAllIsTimeEnough() {
    let (source, watcher, time) = (Source(), Watcher(demand: .unlimited), VirtualTime())
    source.debounce(for: .seconds(0), scheduler: time).subscribe(watcher)
    source.send(1)
    source.send(2)
    time.advance(by: 0)
    #expect(watcher.values == [2])
    #expect(time.waitingCount == 0)
    watcher.cancel()
  }

  @Test func cancelStopsTheTimerAndLetsGoOfTheSubscriber() {  // C73
    let scheduler = RecordingScheduler(cancelWorks: false)
    defer { scheduler.forget() }  // what it has is never run, and holds it
    let source = Source()
    weak var weakWatcher: Watcher?
    do {
      let watcher = Watcher(demand: .unlimited)
      weakWatcher = watcher
      source.debounce(for: .seconds(3), scheduler: scheduler).subscribe(watcher)
      source.send(1)
      _ = scheduler.takeLog()
      watcher.cancel()
      #expect(scheduler.takeLog() == ["cancel 1"])
    }
    #expect(weakWatcher == nil)
  }
}
