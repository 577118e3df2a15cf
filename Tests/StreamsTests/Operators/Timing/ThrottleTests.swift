import Streams
import StreamsTesting
import Testing

@Suite struct ThrottleTests {
  typealias Source = Probe<Int, Oops>
  typealias Watcher = Recorder<Int, Oops>

  @Test func theClockIsReadWhenItIsMadeAtTheSubscriptionAndAtEachValue() {  // C92, DETAILS 34
    let (source, watcher, scheduler) = (Source(isLate: true), Watcher(demand: .unlimited), RecordingScheduler())
    source.throttle(for: .seconds(10), scheduler: scheduler, latest: true).subscribe(watcher)
    #expect(scheduler.takeLog() == ["now"])
    source.begin()
    #expect(scheduler.takeLog() == ["now"])
    scheduler.seconds = 1
    source.send(1)
    #expect(scheduler.takeLog() == ["now", "schedule(nil)"])
    scheduler.run(1)
    scheduler.seconds = 4
    source.send(2)
    #expect(scheduler.takeLog() == ["now", "minimumTolerance", "after 11 ±7 (nil)"])
    source.send(3)
    #expect(scheduler.takeLog() == ["now"])
    scheduler.run(2)
    scheduler.seconds = 30
    source.send(4)
    #expect(scheduler.takeLog() == ["now", "minimumTolerance", "after 30 ±7 (nil)"])
    scheduler.run(3)
    #expect(watcher.values == [1, 3, 4])
    source.finish()
    #expect(scheduler.takeLog() == ["schedule(nil)"])
    scheduler.run(4)
    #expect(watcher.isFinished)
  }

  @Test func theEndUsesTheActionOfTheValueThatWaits() {  // C92
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.throttle(for: .seconds(10), scheduler: scheduler, latest: false).subscribe(watcher)
    source.send(1)
    source.send(2)
    _ = scheduler.takeLog()
    source.finish()
    #expect(scheduler.takeLog() == [])
    scheduler.run(1)
    #expect(!watcher.isFinished)
    scheduler.run(2)
    #expect(watcher.values == [1, 2])
    #expect(watcher.isFinished)
  }

  @Test func upstreamIsAskedBeforeDownstreamHasItsSubscription() {  // row 83
    let (source, watcher) = (Source(), Watcher())
    var asked: [Source.Asked] = []
    watcher.onSubscription = { _ in asked = source.asked }
    source.throttle(for: .seconds(1), scheduler: VirtualTime(), latest: true).subscribe(watcher)
    #expect(asked == [.request(.unlimited)])
    watcher.cancel()
  }

  @Test func whatUpstreamSendsWhileItIsAskedIsNotLost() {
    for (latest, expected) in [(true, [1, 3]), (false, [1, 2])] {
      let (watcher, time) = (Watcher(demand: .unlimited), VirtualTime())
      numbers(1...3).throttle(for: .seconds(1), scheduler: time, latest: latest).subscribe(watcher)
      time.run()
      #expect(watcher.values == expected)
      #expect(watcher.isFinished)
      #expect(watcher.violations == [])
    }
    for demand in [Subscribers.Demand.none, .max(1)] {
      let (watcher, time) = (Watcher(demand: demand), VirtualTime())
      numbers(1...3).throttle(for: .seconds(1), scheduler: time, latest: true).subscribe(watcher)
      time.run()
      #expect(watcher.values == (demand == .none ? [] : [1]))
      #expect(watcher.isFinished)
      #expect(watcher.violations == [])
    }
  }

  @Test func orderIsKeptWhicheverActionRunsFirst() {  // C93
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.throttle(for: .seconds(10), scheduler: scheduler, latest: true).subscribe(watcher)
    source.send(1)
    source.send(2)
    source.finish()
    scheduler.run(2)
    scheduler.run(1)
    #expect(watcher.values == [1, 2])
    #expect(watcher.isFinished)
  }

  @Test func aLateSchedulerDoesNotShiftTheIntervals() {
    let (source, watcher, scheduler) = (Source(), Watcher(demand: .unlimited), RecordingScheduler())
    source.throttle(for: .seconds(10), scheduler: scheduler, latest: true).subscribe(watcher)
    source.send(1)
    scheduler.run(1)
    scheduler.seconds = 5
    source.send(2)
    scheduler.seconds = 13  // 2 was due at 10
    scheduler.run(2)
    _ = scheduler.takeLog()
    scheduler.seconds = 15
    source.send(3)
    #expect(scheduler.takeLog().last == "after 20 ±7 (nil)")
    watcher.cancel()
  }

  @Test func whatItSchedulesDoesNotKeepIt() {  // C75, DETAILS 34
    let (source, scheduler) = (Source(), RecordingScheduler())
    weak var weakWatcher: Watcher?
    do {
      let watcher = Watcher(demand: .unlimited)
      weakWatcher = watcher
      source.throttle(for: .seconds(1), scheduler: scheduler, latest: true).subscribe(watcher)
      source.send(1)
      source.finish()
      watcher.dropSubscription()
    }
    #expect(weakWatcher == nil)
    scheduler.run(1)
  }

  @Test func immediatelyEveryValueGoesOut() {  // C95
    let watcher = Watcher(demand: .unlimited)
    let source = Source()
    source.throttle(for: .seconds(1), scheduler: ImmediateScheduler.shared, latest: true).subscribe(watcher)
    for value in 1...3 { source.send(value) }
    source.finish()
    #expect(watcher.values == [1, 2, 3])
    #expect(watcher.isFinished)
    #expect(watcher.violations == [])
  }

  @Test func FG16_oneValuePerIntervalLosesNone() {  // C92
    // Ticks and actions come a little early or late, as they do in real time.
    for jitter in [0, 3, 20] {
      let (source, watcher, time) = (Source(), Watcher(demand: .unlimited), VirtualTime())
      source.throttle(for: .seconds(1), scheduler: time, latest: true).subscribe(watcher)
      var late = 1
      for tick in 1...60 {
        late = (late * 37 + 11) % (jitter + 1)
        let due = VirtualTime.SchedulerTimeType(nanoseconds: (tick * 1_000 + late) * 1_000_000)
        time.schedule(after: due) { source.send(tick) }
      }
      time.run()
      #expect(watcher.values.count >= 59, "jitter \(jitter)")
      #expect(watcher.values.last == 60)
      watcher.cancel()
    }
  }

  @Test func whatIsAskedForInsideADeliveryCountsForTheValueSentAfterIt() {  // C21
    let (subject, recorder) = (PassthroughSubject<Int, Never>(), Recorder<Int, Never>(demand: .max(1)))
    recorder.onValue = { recorder, value in
      if value == 1 {
        recorder.request(.max(1))
        subject.send(2)
      }
      return .none
    }
    subject.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true).subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations == [])
    recorder.onValue = { _, _ in .none }
    subject.send(completion: .finished)
  }
}
