import Streams
import StreamsTesting
import Testing

@Suite struct TimeoutTests {
  typealias Source = Probe<Int, Oops>
  typealias Watcher = Recorder<Int, Oops>

  @Test func theClockStartsBeforeTheSubscriptionGoesDownAndAgainAtTheFirstRequest() {  // C94, DETAILS 33
    let (source, watcher, scheduler) = (Source(), Watcher(), RecordingScheduler())
    var before: [String] = []
    watcher.onSubscription = { _ in before = scheduler.takeLog() }
    source.timeout(.seconds(5), scheduler: scheduler, options: "o").subscribe(watcher)
    #expect(before == ["now", "minimumTolerance", "after 5 every 5 ±7 (o)"])
    scheduler.seconds = 1
    watcher.request(.max(1))
    #expect(scheduler.takeLog() == ["now", "minimumTolerance", "after 6 every 5 ±7 (o)", "cancel 1"])
    watcher.request(.max(3))
    #expect(scheduler.takeLog() == [])
    #expect(source.asked == [.request(.max(1)), .request(.max(3))])
    watcher.cancel()
  }

  @Test func aFirstRequestForNothingStartsItTooAndGoesNoFurther() {  // C15, C94, DETAILS 33
    let (source, watcher, scheduler) = (Source(), Watcher(), RecordingScheduler())
    source.timeout(.seconds(5), scheduler: scheduler).subscribe(watcher)
    _ = scheduler.takeLog()
    watcher.request(.none)
    #expect(scheduler.takeLog() == ["now", "minimumTolerance", "after 5 every 5 ±7 (nil)", "cancel 1"])
    watcher.request(.max(1))
    #expect(scheduler.takeLog() == [])
    #expect(source.asked == [.request(.max(1))])
    watcher.cancel()
  }

  @Test func eachValueStartsItAgainAndIsScheduledWithTheOptions() {  // C94, DETAILS 33
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.timeout(.seconds(5), scheduler: scheduler, options: "o").subscribe(watcher)
    _ = scheduler.takeLog()
    scheduler.seconds = 2
    source.send(1)
    #expect(
      scheduler.takeLog() == ["now", "minimumTolerance", "after 7 every 5 ±7 (o)", "cancel 2", "schedule(o)"])
    source.finish()
    #expect(scheduler.takeLog() == ["cancel 3", "schedule(o)"])
    scheduler.run(4)
    scheduler.run(5)
    #expect(watcher.values == [1])
    #expect(watcher.isFinished)
    #expect(scheduler.waiting.isEmpty)
  }

  @Test func whenTheTimeIsUpUpstreamIsCancelledBeforeTheEndGoesDown() {  // C42, C94
    for error in [nil, Oops()] {
      let (source, watcher, scheduler) = (Source(), Watcher(), RecordingScheduler())
      var cancels = 0
      watcher.onCompletion = { _, _ in cancels = source.cancelCount }
      source.timeout(.seconds(5), scheduler: scheduler, customError: error.map { error in { error } })
        .subscribe(watcher)
      scheduler.run(1)
      #expect(cancels == 1)
      #expect(watcher.isFinished == (error == nil))
      #expect(watcher.failure == error)
    }
  }

  @Test func timersThatCannotBeCancelledAreSurvived() {  // DETAILS 32
    let scheduler = RecordingScheduler(cancelWorks: false)
    defer { scheduler.forget() }  // what it has is never run, and holds it
    let (source, watcher) = (Source(), Watcher(demand: .unlimited))
    source.timeout(.seconds(5), scheduler: scheduler).subscribe(watcher)
    source.send(1)  // 1: subscription, 2: request, 3: value's timer, 4: value
    scheduler.run(1, again: true)
    scheduler.run(2, again: true)
    #expect(watcher.completion == nil)
    scheduler.run(4)
    source.finish()
    scheduler.run(3, again: true)
    #expect(!watcher.isFinished)
    scheduler.run(5)
    scheduler.run(3, again: true)
    #expect(watcher.values == [1])
    #expect(watcher.isFinished)
    #expect(source.cancelCount == 0)
    #expect(watcher.violations == [])
  }

  @Test func whatCameInTimeGoesOutBeforeTheEnd() {
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.timeout(.seconds(5), scheduler: scheduler, customError: { Oops() }).subscribe(watcher)
    source.send(1)
    source.send(2)
    scheduler.run(5)  // the timer of 2 overtakes both values
    #expect(watcher.values == [1, 2])
    #expect(watcher.failure == Oops())
    scheduler.run(4)
    scheduler.run(6)
    #expect(watcher.violations == [])
  }

  @Test func anEndThatCameInTimeCounts() {
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler(cancelWorks: false))
    defer { scheduler.forget() }  // what it has is never run, and holds it
    source.timeout(.seconds(5), scheduler: scheduler, customError: { Oops() }).subscribe(watcher)
    source.finish()
    scheduler.run(2)
    #expect(watcher.completion == nil)
    scheduler.run(3)
    #expect(watcher.isFinished)
    #expect(watcher.violations == [])
  }

  @Test func immediatelyTheTimeIsUpAtOnceWithoutATrap() {  // C95
    let (source, watcher) = (Source(), Watcher(demand: .unlimited))
    source.timeout(.seconds(5), scheduler: ImmediateScheduler.shared, customError: { Oops() }).subscribe(watcher)
    #expect(watcher.failure == Oops())
    #expect(watcher.signals.count == 2)
    #expect(watcher.violations == [])
    #expect(source.cancelCount == 1)
    let finished = Watcher(demand: .unlimited)
    numbers(1...3).timeout(.seconds(5), scheduler: ImmediateScheduler.shared).subscribe(finished)
    #expect(finished.values == [])
    #expect(finished.isFinished)
  }

  @Test func theCustomErrorMayCancelTheStream() {  // C36
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.timeout(
      .seconds(5), scheduler: scheduler,
      customError: { [unowned watcher] in
        watcher.cancel()
        return Oops()
      }
    ).subscribe(watcher)
    scheduler.run(2)
    #expect(watcher.completion == nil)
    #expect(watcher.violations == [])
    #expect(source.cancelCount == 1)
  }

  @Test func cancelStopsTheTimerAndLetsGoOfEverything() {  // C73
    let scheduler = RecordingScheduler(cancelWorks: false)
    defer { scheduler.forget() }  // what it has is never run, and holds it
    let source = Source()
    weak var weakWatcher: Watcher?
    weak var weakToken: Token?
    do {
      let (watcher, token) = (Watcher(demand: .unlimited), Token())
      (weakWatcher, weakToken) = (watcher, token)
      source.timeout(.seconds(5), scheduler: scheduler, customError: { withExtendedLifetime(token) { Oops() } })
        .subscribe(watcher)
      source.send(1)
      _ = scheduler.takeLog()
      watcher.cancel()
      #expect(scheduler.takeLog() == ["cancel 3"])
    }
    #expect(weakWatcher == nil)
    #expect(weakToken == nil)
    scheduler.run(4)
    scheduler.run(3)
  }
}
