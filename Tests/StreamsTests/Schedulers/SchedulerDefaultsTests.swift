import Streams
import StreamsTesting
import Testing

/// What `Scheduler` gives to every scheduler.
@Suite struct SchedulerDefaultsTests {
  let scheduler = RecordingScheduler()
  let date = VirtualTime.SchedulerTimeType(nanoseconds: 2_000_000_000)

  @Test func withoutOptionsThereAreNone() {
    scheduler.schedule {}
    scheduler.schedule(after: date, tolerance: .seconds(1)) {}
    scheduler.schedule(after: date, interval: .seconds(3), tolerance: .seconds(1)) {}.cancel()
    #expect(scheduler.takeLog() == ["schedule(nil)", "after 2 ±1 (nil)", "after 2 every 3 ±1 (nil)", "cancel 3"])
  }

  @Test func withoutAToleranceItIsTheLeast() {
    scheduler.schedule(after: date) {}
    scheduler.schedule(after: date, interval: .seconds(3)) {}.cancel()
    #expect(
      scheduler.takeLog() == [
        "minimumTolerance", "after 2 ±7 (nil)", "minimumTolerance", "after 2 every 3 ±7 (nil)", "cancel 2",
      ])
  }

  @Test func aSchedulerIsNamedByItsTimeAlone() {
    func start(on scheduler: some Scheduler<VirtualTime.SchedulerTimeType>) { scheduler.schedule {} }
    start(on: scheduler)
    #expect(scheduler.takeLog() == ["schedule(nil)"])
  }
}
