import Streams
import StreamsTesting
import Testing

@Suite struct DelayTests {
  typealias Source = Probe<Int, Oops>
  typealias Watcher = Recorder<Int, Oops>

  @Test func eachValueAndTheEndAreScheduledOnceAndNothingElseIs() {  // C90, DETAILS 35
    let (source, watcher, scheduler) = (Source(), Watcher(), RecordingScheduler())
    let delay = source.delay(for: .seconds(5), tolerance: .seconds(2), scheduler: scheduler, options: "o")
    #expect(scheduler.takeLog() == [])
    delay.subscribe(watcher)
    watcher.request(.max(2))
    #expect(scheduler.takeLog() == [])
    #expect(source.asked == [.request(.max(2))])
    scheduler.seconds = 1
    source.send(1)
    source.finish()
    #expect(scheduler.takeLog() == ["now", "after 6 ±2 (o)", "now", "after 6 ±2 (o)"])
    scheduler.run(1)
    scheduler.run(2)
    #expect(watcher.values == [1])
    #expect(watcher.isFinished)
    #expect(scheduler.takeLog() == [])
  }

  @Test func theLeastToleranceIsAskedForWhenThePublisherIsMade() {
    let scheduler = RecordingScheduler()
    let delay = Source().delay(for: .seconds(5), scheduler: scheduler)
    #expect(delay.tolerance == .seconds(7))
    #expect(delay.interval == .seconds(5))
    #expect(delay.options == nil)
    #expect(scheduler.takeLog() == ["minimumTolerance"])
  }

  @Test func orderIsKeptWhicheverActionRunsFirst() {  // C93
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.delay(for: .seconds(1), scheduler: scheduler).subscribe(watcher)
    for value in 1...3 { source.send(value) }
    source.finish()
    for action in [4, 2, 3, 1] { scheduler.run(action) }
    #expect(watcher.values == [1, 2, 3])
    #expect(watcher.isFinished)
    #expect(watcher.violations == [])
  }

  @Test func itsSubscriptionDoesNotSayAName() {  // DETAILS 5
    let watcher = Watcher()
    Source().delay(for: .seconds(1), scheduler: RecordingScheduler()).subscribe(watcher)
    let subscription: Any = watcher.subscription!
    #expect(!(subscription is any CustomStringConvertible))
    #expect(!(subscription is any CustomReflectable))
    #expect(!(subscription is any CustomPlaygroundDisplayConvertible))
    watcher.cancel()
  }

  @Test func aCancelledStreamLetsGoOfItsSubscriberThoughTheSchedulerStillHasItsWork() {  // C73
    let (source, scheduler) = (Source(), RecordingScheduler())
    weak var weakWatcher: Watcher?
    weak var weakToken: Token?
    do {
      let watcher = Watcher(demand: .unlimited)
      let token = Token()
      (weakWatcher, weakToken) = (watcher, token)
      watcher.onValue = { _, _ in withExtendedLifetime(token) { .none } }
      source.delay(for: .seconds(1), scheduler: scheduler).subscribe(watcher)
      source.send(1)
      watcher.cancel()
    }
    #expect(weakWatcher == nil)
    #expect(weakToken == nil)
    #expect(scheduler.waiting.count == 1)
    scheduler.run(1)
  }

  @Test func immediatelyItIsAsIfItWereNotThere() {  // C95
    let watcher = Watcher(demand: .unlimited)
    numbers(1...3).delay(for: .seconds(1), scheduler: ImmediateScheduler.shared).subscribe(watcher)
    #expect(watcher.values == [1, 2, 3])
    #expect(watcher.isFinished)
    #expect(watcher.violations == [])
  }

  @Test func manyValuesAtOnceTakeAFlatStack() {
    let watcher = Watcher(demand: .max(1))
    watcher.onValue = { _, _ in .max(1) }
    onASmallStack {
      numbers(1...50_000).delay(for: .seconds(1), scheduler: ImmediateScheduler.shared).subscribe(watcher)
    }
    #expect(watcher.values.count == 50_000)
    #expect(watcher.isFinished)
  }
}
