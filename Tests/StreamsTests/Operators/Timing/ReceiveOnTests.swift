import Streams
import StreamsTesting
import Testing

@Suite struct ReceiveOnTests {
  typealias Source = Probe<Int, Oops>
  typealias Watcher = Recorder<Int, Oops>

  @Test func eachValueAndTheEndAreScheduledOnceAndNothingElseIs() {  // C90, DETAILS 35
    let (source, watcher, scheduler) = (Source(), Watcher(), RecordingScheduler())
    source.receive(on: scheduler, options: "o").subscribe(watcher)
    watcher.request(.max(2))
    #expect(scheduler.takeLog() == [])
    #expect(source.asked == [.request(.max(2))])
    #expect(source.send(1) == Subscribers.Demand.none)
    source.fail(Oops())
    #expect(scheduler.takeLog() == ["schedule(o)", "schedule(o)"])
    scheduler.run(1)
    scheduler.run(2)
    #expect(watcher.values == [1])
    #expect(watcher.failure == Oops())
  }

  @Test func cancellingIsNotScheduled() {  // C64
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.receive(on: scheduler).subscribe(watcher)
    source.send(1)
    _ = scheduler.takeLog()
    watcher.cancel()
    #expect(scheduler.takeLog() == [])
    #expect(source.cancelCount == 1)
    scheduler.run(1)
    #expect(watcher.values == [])
    #expect(watcher.violations == [])
  }

  @Test func orderIsKeptWhicheverActionRunsFirst() {  // C93
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.receive(on: scheduler).subscribe(watcher)
    for value in 1...3 { source.send(value) }
    source.finish()
    for action in [3, 4, 1, 2] { scheduler.run(action) }
    #expect(watcher.values == [1, 2, 3])
    #expect(watcher.isFinished)
  }

  @Test func whatTheSchedulerForgetsLeavesNothingBehind() {  // C72
    let (source, scheduler) = (Source(), RecordingScheduler())
    weak var weakWatcher: Watcher?
    do {
      let watcher = Watcher(demand: .unlimited)
      weakWatcher = watcher
      source.receive(on: scheduler).subscribe(watcher)
      source.send(1)
      source.finish()
      watcher.dropSubscription()
    }
    #expect(weakWatcher != nil)
    scheduler.forget()
    #expect(weakWatcher == nil)
  }
}
