import Foundation
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

  @Test func aLengthOfTimeIsANumberThatCanBeCoded() throws {
    typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
    var stride: Stride = 5
    stride += 2
    stride *= 3
    stride -= 1
    #expect(stride.magnitude == 20)
    #expect(-stride == Stride(-20))
    #expect(Stride.zero < 2.5 && 2.5 == Stride(2))
    #expect(Stride(exactly: 300 as UInt16) == 300)
    #expect(Stride(exactly: UInt.max) == nil)
    let times: [Stride] = [.seconds(1), .milliseconds(2), .microseconds(3), .nanoseconds(4), .seconds(0.5)]
    #expect(times.allSatisfy { $0 == 0 })
    let coded = try JSONEncoder().encode([stride])
    #expect(try JSONDecoder().decode([Stride].self, from: coded) == [stride])
    let now = ImmediateScheduler.shared.now
    #expect(!(now < now.advanced(by: 3)))
  }
}
