import Streams
import StreamsTesting
import Testing

@Suite struct SubscribeOnTests {
  typealias Source = Probe<Int, Oops>
  typealias Watcher = Recorder<Int, Oops>

  @Test func subscribingEachRequestAndCancellingAreScheduledAndNothingElseIs() {  // DETAILS 35
    let (source, watcher, scheduler) = (Source(), Watcher(), RecordingScheduler())
    source.subscribe(on: scheduler, options: "o").subscribe(watcher)
    #expect(scheduler.takeLog() == ["schedule(o)"])
    #expect(source.history == [])
    scheduler.run(1)
    #expect(watcher.signals.count == 1)
    #expect(scheduler.takeLog() == [])
    watcher.request(.max(1))
    watcher.request(.max(2))
    watcher.request(.none)  // C15
    #expect(scheduler.takeLog() == ["schedule(o)", "schedule(o)"])
    #expect(source.asked == [])
    scheduler.run(2)
    scheduler.run(3)
    #expect(source.asked == [.request(.max(1)), .request(.max(2))])
    watcher.onValue = { _, _ in .max(5) }
    #expect(source.send(1) == .max(5))
    #expect(watcher.values == [1])
    #expect(scheduler.takeLog() == [])
    watcher.cancel()
    watcher.cancel()
    #expect(scheduler.takeLog() == ["schedule(o)"])
    #expect(source.cancelCount == 0)
    source.send(2)
    #expect(watcher.violations == [])
    scheduler.run(4)
    #expect(source.cancelCount == 1)
  }

  @Test func aRequestIsMadeFromInsideAScheduledRequestWithoutATrap() {  // C21, C36
    let watcher = Watcher(demand: .max(1))
    watcher.onValue = { watcher, value in
      if value < 5 { watcher.request(.max(1)) }
      return .none
    }
    numbers(1...9).subscribe(on: ImmediateScheduler.shared).subscribe(watcher)
    #expect(watcher.values == [1, 2, 3, 4, 5])
    #expect(watcher.violations == [])
    watcher.cancel()

    let many = Watcher(demand: .max(1))
    many.onValue = { many, _ in
      many.request(.max(1))
      return .none
    }
    onASmallStack { numbers(1...20_000).subscribe(on: ImmediateScheduler.shared).subscribe(many) }
    #expect(many.values.count == 20_000)
    #expect(many.isFinished)
  }

  @Test func aSynchronousSourceRunsOnTheScheduler() {
    let (watcher, scheduler) = (Watcher(demand: .unlimited), RecordingScheduler())
    numbers(1...3).subscribe(on: scheduler).subscribe(watcher)
    scheduler.run(1)
    #expect(watcher.values == [])
    scheduler.run(2)
    #expect(watcher.values == [1, 2, 3])
    #expect(watcher.isFinished)
  }

  @Test func afterTheEndNothingIsScheduled() {  // C41
    let (source, watcher, scheduler) = (Source(), Watcher(), RecordingScheduler())
    source.subscribe(on: scheduler).subscribe(watcher)
    scheduler.run(1)
    watcher.request(.max(1))
    source.finish()
    _ = scheduler.takeLog()
    scheduler.run(2)
    watcher.request(.max(1))
    watcher.subscription?.cancel()
    #expect(scheduler.takeLog() == [])
    #expect(source.asked == [])
    #expect(watcher.isFinished)
  }

  @Test func anUpstreamThatComesLateIsAskedByTheScheduler() {
    let (source, watcher, scheduler) = (Source(isLate: true), Watcher(demand: .max(1)), RecordingScheduler())
    source.subscribe(on: scheduler).subscribe(watcher)
    scheduler.run(1)
    #expect(watcher.signals.count == 0)
    source.begin()
    #expect(watcher.signals.count == 1)
    #expect(source.asked == [])
    scheduler.run(2)
    #expect(source.asked == [.request(.max(1))])
    watcher.cancel()
    scheduler.run(3)
  }
}
