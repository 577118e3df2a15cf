import Streams
import Testing

@Suite struct ImmediateSchedulerTests {
  @Test func everythingRunsAtOnceAndARepeatingActionOnce() {  // C95
    let scheduler = ImmediateScheduler.shared
    var ran: [String] = []
    scheduler.schedule { ran.append("now") }
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1_000))) { ran.append("later") }
    let token = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { ran.append("again") }
    token.cancel()
    #expect(ran == ["now", "later", "again"])
    #expect("\(token)" == "Empty")
  }

  @Test func timeStandsStillAndEveryUnitIsNothing() {
    typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
    let now = ImmediateScheduler.shared.now
    #expect(now.advanced(by: 7) == now)
    #expect(now.distance(to: now.advanced(by: .seconds(3))) == 0)
    #expect(Stride.seconds(1_100) == 0)
    #expect(Stride.seconds(1.5) == .nanoseconds(3))
    #expect(Stride(5) * 2 - 1 == 9)
    #expect(ImmediateScheduler.shared.minimumTolerance == 0)
  }
}
