import Foundation
import Streams
import StreamsFoundation
import Testing

/// The times of run loops and of operation queues are twins.
@Suite struct DateTimeTests {
  @Test func runLoopsCountInSeconds() throws {  // row 117
    try check(RunLoop.SchedulerTimeType.self)
    #expect(RunLoop.main.minimumTolerance == 0)
  }

  @Test func operationQueuesCountInSeconds() throws {  // row 118
    try check(OperationQueue.SchedulerTimeType.self)
    #expect(OperationQueue.main.minimumTolerance == 0)
  }

  private func check<Time: _DateTime & Codable & Hashable>(_ type: Time.Type) throws where Time.Stride: Codable {
    units(Time.Stride.self)
    arithmetic(Time.Stride.self)
    moments(Time.self)
    try codedForms(Time.self)
  }

  private func units<Stride: _DateStride>(_ type: Stride.Type) {
    #expect(Stride.seconds(2).magnitude == 2)
    #expect(Stride.seconds(0.25).timeInterval == 0.25)
    #expect(Stride.milliseconds(-3).magnitude == -0.003)
    #expect(Stride.microseconds(7).magnitude == 0.000_007)
    #expect(Stride.nanoseconds(9).magnitude == 0.000_000_009)
    #expect(2 as Stride == .seconds(2) && 1.5 as Stride == .milliseconds(1500))
    #expect(Stride(4.5).magnitude == 4.5)
    #expect(Stride(exactly: 3 as UInt8) == 3)
    #expect(Stride(exactly: Int.max) == nil)  // a Double has fewer digits
  }

  private func arithmetic<Stride: _DateStride>(_ type: Stride.Type) {
    var stride = Stride(2) + 3 - 4
    #expect(stride == 1)
    stride += 4
    stride -= 2
    stride *= 3
    #expect(stride == 9 && -stride == -9 && stride * 0.5 == 4.5)
    #expect(Stride(1) < 2 && !(Stride(2) < 2))
    #expect(Stride.zero == 0)
    #expect(Stride.seconds(Int.max) + 1 == .seconds(Int.max))  // no overflow
    #expect(Stride.seconds(Double.infinity).magnitude == .infinity)
    #expect(Stride.seconds(Double.nan).magnitude.isNaN)
    var changed: Stride = 0
    changed.magnitude = 8
    #expect(changed == 8)
  }

  private func moments<Time: _DateTime & Hashable>(_ type: Time.Type) {
    let early = Time(Date(timeIntervalSinceReferenceDate: 1000))
    let late = early.advanced(by: 2.5)
    #expect(late.date == Date(timeIntervalSinceReferenceDate: 1002.5))
    #expect(early.distance(to: late) == 2.5 && late.distance(to: early) == -2.5)
    #expect(early < late && !(late < early) && early != late)
    #expect(Set([early, early.advanced(by: 0), late]).count == 2)
    #expect(Time(.distantPast) < early && late < Time(.distantFuture))
  }

  private func codedForms<Time: _DateTime & Codable>(_ type: Time.Type) throws where Time.Stride: Codable {
    let stride = try JSONEncoder().encode(Time.Stride.milliseconds(1500))
    #expect(String(decoding: stride, as: UTF8.self) == #"{"magnitude":1.5}"#)  // DETAILS 37
    #expect(try JSONDecoder().decode(Time.Stride.self, from: stride) == 1.5)
    let time = try JSONEncoder().encode(Time(Date(timeIntervalSinceReferenceDate: 12)))
    #expect(String(decoding: time, as: UTF8.self) == #"{"date":12}"#)
    #expect(try JSONDecoder().decode(Time.self, from: time).date == Date(timeIntervalSinceReferenceDate: 12))
  }
}
