import Streams
import StreamsTesting
import Testing

@Suite struct CollectByTimeTests {
  typealias Source = Probe<Int, Oops>
  typealias Watcher = Recorder<[Int], Oops>

  @Test func oneRepeatingTimerServesAllStretchesOfTime() {  // row 41
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.collect(.byTime(scheduler, .seconds(4)), options: "o").subscribe(watcher)
    #expect(scheduler.takeLog() == ["now", "minimumTolerance", "after 4 every 4 ±7 (o)"])
    #expect(source.asked == [.request(.max(1))])
    #expect(source.send(1) == .max(1))
    #expect(source.send(2) == .max(1))
    scheduler.run(1, again: true)
    scheduler.run(1, again: true)
    source.send(3)
    scheduler.run(1, again: true)
    #expect(scheduler.takeLog() == [])
    #expect(watcher.values == [[1, 2], [3]])
    source.send(4)
    source.finish()
    #expect(scheduler.takeLog() == ["cancel 1", "schedule(o)"])
    scheduler.run(2)
    #expect(watcher.values == [[1, 2], [3], [4]])
    #expect(watcher.isFinished)
  }

  @Test func aFullGroupGoesOutOnTheSchedulerAndStartsTheClockAnew() {  // row 42
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.collect(.byTimeOrCount(scheduler, .seconds(4), 2), options: "o").subscribe(watcher)
    _ = scheduler.takeLog()
    scheduler.seconds = 1
    source.send(1)
    #expect(scheduler.takeLog() == [])
    source.send(2)
    #expect(
      scheduler.takeLog() == ["now", "minimumTolerance", "after 5 every 4 ±7 (o)", "cancel 1", "schedule(o)"])
    #expect(watcher.values == [])
    scheduler.run(3)
    #expect(watcher.values == [[1, 2]])
    watcher.cancel()
  }

  @Test func timersThatCannotBeCancelledAreSurvived() {
    let scheduler = RecordingScheduler(cancelWorks: false)
    let (source, watcher) = (Source(), Watcher(demand: .unlimited))
    source.collect(.byTimeOrCount(scheduler, .seconds(4), 2)).subscribe(watcher)
    source.send(1)
    source.send(2)  // 1: timer, 2: timer anew, 3: group
    source.send(3)
    scheduler.run(1, again: true)
    #expect(watcher.values == [])
    scheduler.run(2, again: true)
    #expect(watcher.values == [[1, 2], [3]])
    scheduler.run(3)
    source.finish()
    scheduler.run(2, again: true)
    #expect(!watcher.isFinished)
    scheduler.run(4)
    #expect(watcher.isFinished)
    #expect(watcher.values == [[1, 2], [3]])
    #expect(watcher.violations == [])
  }

  @Test func orderIsKeptWhicheverActionRunsFirst() {  // C93
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.collect(.byTimeOrCount(scheduler, .seconds(4), 2)).subscribe(watcher)
    for value in 1...5 { source.send(value) }
    source.finish()
    // 1, 2, 4: timers; 3, 5: full groups; 6: the end.
    for action in [6, 5, 3] { scheduler.run(action) }
    #expect(watcher.values == [[1, 2], [3, 4], [5]])
    #expect(watcher.isFinished)
    #expect(watcher.violations == [])
  }

  @Test func FC10_withoutDemandGroupsAreKeptWithinWhatWasAskedFor() {  // C18, row 42
    let (source, time) = (Source(), VirtualTime())
    let watcher = Watcher()
    source.collect(.byTimeOrCount(time, .seconds(1), 3)).subscribe(watcher)
    watcher.request(.max(1))
    var sent = 0
    for value in 1...100 {
      if source.demand != .none {
        source.send(value)
        sent += 1
      }
      time.advance(by: .milliseconds(700))
    }
    #expect(watcher.values == [[1, 2]])
    #expect(sent == 3)
    #expect(source.demand == .none)
    watcher.request(.max(2))
    #expect(source.demand == .max(5))  // 3 is there already
    for value in 4...8 { source.send(value) }
    time.advance(by: .seconds(5))
    #expect(watcher.values == [[1, 2], [3, 4, 5], [6, 7, 8]])
    source.finish()
    time.advance(by: .seconds(1))
    #expect(watcher.isFinished)
    #expect(watcher.violations == [])

    // An upstream that sends without being asked.
    let (bad, second) = (Source(keepsLaw: false), Watcher(demand: .max(1)))
    bad.collect(.byTimeOrCount(time, .seconds(1), 3)).subscribe(second)
    for value in 1...100 {
      bad.send(value)
      time.advance(by: .milliseconds(700))
    }
    #expect(second.values == [[1, 2]])
    second.request(.max(1))
    time.advance(by: .seconds(1))
    #expect(second.values == [[1, 2], [3, 4, 5]])
    #expect(second.violations == [])
    second.cancel()
    bad.dropSubscribers()
  }

  @Test func whatAGroupWasShortOfIsNotAskedForAgain() {  // row 42
    let (source, watcher, time) = (Source(), Watcher(), VirtualTime())
    source.collect(.byTimeOrCount(time, .seconds(1), 10)).subscribe(watcher)
    watcher.request(.max(3))
    for value in 1...3 {
      source.send(value)
      time.advance(by: .seconds(1))
    }
    #expect(watcher.values == [[1], [2], [3]])
    let asked = source.asked
    #expect(asked == [.request(.max(30))])
    watcher.request(.max(2))
    #expect(source.asked == asked)
    watcher.request(.max(1))
    #expect(source.asked == asked + [.request(.max(3))])
    watcher.request(.unlimited)
    #expect(source.asked.last == .request(.unlimited))
    watcher.cancel()
  }

  @Test func aGroupHasNoMoreThanCountValues() {
    let (source, watcher, time) = (Source(keepsLaw: false), Watcher(), VirtualTime())
    source.collect(.byTimeOrCount(time, .seconds(1), 2)).subscribe(watcher)
    for value in 1...5 { source.send(value) }
    time.advance(by: .seconds(1))
    #expect(watcher.values == [])
    watcher.request(.max(1))
    time.advance(by: 0)
    #expect(watcher.values == [[1, 2]])
    watcher.request(.unlimited)
    time.advance(by: .seconds(1))
    #expect(watcher.values == [[1, 2], [3, 4], [5]])
    watcher.cancel()
    source.dropSubscribers()
  }

  @Test func aGroupOfNothingTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Probe<Int, Never>().collect(.byTimeOrCount(VirtualTime(), .seconds(1), 0))
    }
  }

  @Test func immediatelyFullGroupsAndTheRestGoOut() {  // C95
    let watcher = Watcher(demand: .unlimited)
    numbers(1...5).collect(.byTimeOrCount(ImmediateScheduler.shared, .seconds(1), 2)).subscribe(watcher)
    #expect(watcher.values == [[1, 2], [3, 4], [5]])
    #expect(watcher.isFinished)
    let all = Watcher(demand: .unlimited)
    numbers(1...5).collect(.byTime(ImmediateScheduler.shared, .seconds(1))).subscribe(all)
    #expect(all.values == [[1, 2, 3, 4, 5]])
    #expect(all.isFinished)
  }

  @Test func theTimerDoesNotKeepAStreamThatNobodyElseKeeps() {  // C71, C72
    let (source, scheduler) = (Source(), RecordingScheduler())
    weak var weakWatcher: Watcher?
    do {
      let watcher = Watcher(demand: .unlimited)
      weakWatcher = watcher
      source.collect(.byTime(scheduler, .seconds(1))).subscribe(watcher)
      watcher.dropSubscription()
      source.send(1)
    }
    #expect(weakWatcher != nil)
    source.dropSubscribers()
    #expect(weakWatcher == nil)
    #expect(scheduler.waiting.isEmpty)
  }

  @Test func itsStrategyAndOptionsCanBeRead() {
    let publisher = Source().collect(.byTimeOrCount(RecordingScheduler(), .seconds(4), 2), options: "o")
    guard case .byTimeOrCount(_, let time, let count) = publisher.strategy else {
      Issue.record("not what it was made with")
      return
    }
    #expect(time == .seconds(4))
    #expect(count == 2)
    #expect(publisher.options == "o")
  }
}
