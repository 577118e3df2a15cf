import Dispatch
import Foundation
import Streams
import StreamsDispatch
import Testing

private typealias Time = DispatchQueue.SchedulerTimeType
private typealias Stride = Time.Stride

@Suite struct SchedulerTimeTypeTests {
  private func moment(_ nanoseconds: UInt64) -> Time { Time(DispatchTime(uptimeNanoseconds: nanoseconds)) }

  @Test func aStrideCountsNanoseconds() {  // row 116
    #expect(Stride.seconds(2).magnitude == 2_000_000_000)
    #expect(Stride.seconds(0.25).magnitude == 250_000_000)
    #expect(Stride.milliseconds(-3).magnitude == -3_000_000)
    #expect(Stride.microseconds(7).magnitude == 7_000)
    #expect(Stride.nanoseconds(9).magnitude == 9)
    #expect(Stride.nanoseconds(9).timeInterval == .nanoseconds(9))
    var stride: Stride = 0
    stride.magnitude = 5
    #expect(stride == .nanoseconds(5))
  }

  @Test func aLiteralIsANumberOfSeconds() {
    #expect(2 as Stride == .seconds(2))
    #expect(1.5 as Stride == .milliseconds(1500))
    #expect(Stride(exactly: 3 as UInt8) == .seconds(3))
    #expect(Stride(exactly: 9_223_372_036) != nil)
    #expect(Stride(exactly: 9_223_372_037) == nil)
    #expect(Stride(exactly: UInt64.max) == nil)
  }

  @Test func aDispatchIntervalIsAStride() {
    #expect(Stride(.seconds(1)) == 1)
    #expect(Stride(.milliseconds(1)) == .milliseconds(1))
    #expect(Stride(.microseconds(1)) == .microseconds(1))
    #expect(Stride(.nanoseconds(1)) == .nanoseconds(1))
    #expect(Stride(.never) == .nanoseconds(.max))
    #expect(Stride(.seconds(.max)) == .nanoseconds(.max))
  }

  @Test func whatDoesNotFitBecomesTheLongestThereIs() {
    let (most, least) = (Stride.nanoseconds(.max), Stride.nanoseconds(.min))
    #expect(Stride.seconds(Int.max) == most && Stride.seconds(Int.min) == least)
    #expect(Stride.milliseconds(.max) == most && Stride.milliseconds(.min) == least)
    #expect(Stride.microseconds(.max) == most && Stride.microseconds(.min) == least)
    #expect(Stride.seconds(1e300) == most && Stride.seconds(-1e300) == least)
    #expect(Stride.seconds(Double.infinity) == most && Stride.seconds(-Double.infinity) == least)
    #expect(Stride.seconds(Double.nan) == 0)
    #expect(most + .nanoseconds(1) == most && least - .nanoseconds(1) == least)
    #expect(least + .nanoseconds(-1) == least && most - .nanoseconds(-1) == most)
    #expect(most * 2 == most && most * -2 == least && least * 2 == least)
  }

  @Test func sumsAndDifferences() {
    var stride = Stride.milliseconds(2) + .microseconds(3) - .nanoseconds(4)
    #expect(stride == .nanoseconds(2_002_996))
    stride += .nanoseconds(4)
    stride -= .microseconds(3)
    #expect(stride == .milliseconds(2))
    #expect(-stride == .milliseconds(-2))
    #expect(Stride.nanoseconds(1) < .nanoseconds(2) && !(Stride.nanoseconds(2) < .nanoseconds(2)))
    #expect(Stride.zero == .nanoseconds(0))
  }

  @Test func aProductIsOneOfSeconds() {  // DETAILS 37
    #expect(Stride.nanoseconds(18) * .microseconds(1) == 0)
    #expect(Stride.microseconds(-3) * .nanoseconds(10) == 0)
    #expect(Stride.milliseconds(2) * .nanoseconds(100) == 0)
    #expect(Stride.seconds(2) * .seconds(3) == .seconds(6))
    #expect(Stride.milliseconds(-500) * .seconds(3) == .milliseconds(-1500))
    var stride: Stride = 5
    stride *= 1
    #expect(stride == 5)
  }

  @Test func momentsAndDistances() {
    let (early, late) = (moment(1_000), moment(3_500))
    #expect(early.distance(to: late) == .nanoseconds(2_500))
    #expect(late.distance(to: early) == .nanoseconds(-2_500))
    #expect(early.advanced(by: .nanoseconds(2_500)) == late)
    #expect(late.advanced(by: .nanoseconds(-2_500)) == early)
    #expect(early < late && !(late < early) && early != late)
    #expect(Set([early, moment(1_000), late]).count == 2)
  }

  @Test func theDistantFutureIsInfinitelyFarBothWays() {  // DETAILS 37
    let (now, never) = (Time(.now()), Time(.distantFuture))
    #expect(now.distance(to: never) == .nanoseconds(.max))
    #expect(never.distance(to: now) == .nanoseconds(.max))
    #expect(never.distance(to: never) == 0)
    #expect(never.advanced(by: -5) == never)
    #expect(now < never)
  }

  @Test func aMomentTooFarAwayIsTheDistantFuture() {
    let now = Time(.now())
    #expect(now.advanced(by: .nanoseconds(.max)).dispatchTime == .distantFuture)
    #expect(now.advanced(by: .nanoseconds(1 << 62)).dispatchTime == .distantFuture)
    #expect(moment(1).advanced(by: .nanoseconds((1 << 62) - 2)) == moment((1 << 62) - 1))
  }

  @Test func aMomentBeforeTheStartOfTheMachineIsTheFirst() {
    // 0 would mean "now" to libdispatch.
    #expect(moment(500).advanced(by: .nanoseconds(-500)) == moment(1))
    #expect(moment(500).advanced(by: .nanoseconds(.min)) == moment(1))
  }

  @Test func codedForms() throws {  // DETAILS 37
    let stride = try JSONEncoder().encode(Stride.microseconds(5))
    #expect(String(decoding: stride, as: UTF8.self) == #"{"_nanoseconds":5000}"#)
    #expect(try JSONDecoder().decode(Stride.self, from: stride) == .microseconds(5))
    let time = try JSONEncoder().encode([moment(77)])
    #expect(String(decoding: time, as: UTF8.self) == "[77]")
    #expect(try JSONDecoder().decode([Time].self, from: time) == [moment(77)])
    #expect(throws: (any Error).self) { try JSONDecoder().decode([Time].self, from: Data("[-1]".utf8)) }
  }
}
