import Foundation
import Streams

/// What the times of run loops and operation queues share: a moment is a date.
public protocol _DateTime: Strideable, Sendable where Stride: _DateStride {
  var date: Date { get }
  init(_ date: Date)
}

extension _DateTime {
  /// The time from this moment to the other.
  public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }
  /// This moment, and then so much time.
  public func advanced(by value: Stride) -> Self { Self(date.addingTimeInterval(value.magnitude)) }

  public static func < (l: Self, r: Self) -> Bool { l.date < r.date }
}

/// What their lengths of time share: seconds with a fraction, so that nothing overflows.
public protocol _DateStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
  CustomStringConvertible, Sendable
where Magnitude == TimeInterval, IntegerLiteralType == TimeInterval, FloatLiteralType == TimeInterval {
  var magnitude: TimeInterval { get set }
  init(_ timeInterval: TimeInterval)
}

extension _DateStride {
  /// The length as Foundation has it.
  public var timeInterval: TimeInterval { magnitude }

  public var description: String { "\(magnitude) s" }

  public init(floatLiteral value: TimeInterval) { self.init(value) }
  public init(integerLiteral value: TimeInterval) { self.init(value) }
  /// So many seconds; nil if they do not fit.
  public init?<Source: BinaryInteger>(exactly source: Source) {
    guard let seconds = TimeInterval(exactly: source) else { return nil }
    self.init(seconds)
  }

  public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
  public static func seconds(_ s: Double) -> Self { Self(s) }
  public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1_000) }
  public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1_000_000) }
  public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1_000_000_000) }

  public static func < (l: Self, r: Self) -> Bool { l.magnitude < r.magnitude }
  public static func + (l: Self, r: Self) -> Self { Self(l.magnitude + r.magnitude) }
  public static func - (l: Self, r: Self) -> Self { Self(l.magnitude - r.magnitude) }
  /// The product in seconds: 2 s times 3 s is 6 s.
  public static func * (l: Self, r: Self) -> Self { Self(l.magnitude * r.magnitude) }
  public static func += (l: inout Self, r: Self) { l.magnitude += r.magnitude }
  public static func -= (l: inout Self, r: Self) { l.magnitude -= r.magnitude }
  public static func *= (l: inout Self, r: Self) { l.magnitude *= r.magnitude }
}

extension Date {
  /// Nanoseconds since the beginning of 2001, as an agenda counts. A date that does not fit is the last there is.
  var nanoseconds: Int { .nanoseconds(seconds: timeIntervalSinceReferenceDate) }

  /// A date that timers can bear: they know nothing of infinity. Not a number is long ago.
  init(nanoseconds: Int) { self.init(timeIntervalSinceReferenceDate: TimeInterval(nanoseconds) / 1_000_000_000) }
}
