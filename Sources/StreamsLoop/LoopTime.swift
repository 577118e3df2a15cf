import CLibuv
import Streams

extension EventLoop {
  /// A moment on the loop's clock: nanoseconds of `uv_hrtime`, which never goes back and is not the time of day.
  public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
    /// Nanoseconds since some moment in the past.
    public let nanoseconds: Int

    public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    /// The present moment.
    public static var now: Self { Self(nanoseconds: Int(clamping: uv_hrtime())) }

    /// A distance that does not fit becomes the longest there is.
    public func distance(to other: Self) -> Stride {
      Stride(nanoseconds: other.nanoseconds.subtractingClamped(nanoseconds))
    }

    /// A moment that does not fit becomes the last there is: work due then never runs.
    public func advanced(by stride: Stride) -> Self { Self(nanoseconds: nanoseconds.addingClamped(stride.magnitude)) }
  }
}

extension EventLoop.SchedulerTimeType {
  /// A length of time in nanoseconds. What does not fit becomes the longest there is, about 292 years.
  ///
  /// A literal is a number of seconds, as with Combine's schedulers: `loop.timer(after: 0.5)`. A product is one of
  /// seconds too.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable, Codable, Sendable
  {
    /// The length in nanoseconds, with its sign, as Combine's strides have it.
    public var magnitude: Int

    public init(nanoseconds: Int) { magnitude = nanoseconds }
    public init(integerLiteral seconds: Int) { self = .seconds(seconds) }
    public init(floatLiteral seconds: Double) { self = .seconds(seconds) }
    /// Whole seconds; nil if they do not fit.
    public init?<Source: BinaryInteger>(exactly seconds: Source) {
      guard let seconds = Int(exactly: seconds) else { return nil }
      let (nanoseconds, isTooBig) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      if isTooBig { return nil }
      magnitude = nanoseconds
    }
    /// From a `Duration`; parts of a nanosecond are rounded up, so that nothing is ever due early.
    public init(_ duration: Duration) {
      let (seconds, attoseconds) = duration.components
      let part = attoseconds / 1_000_000_000 + (attoseconds % 1_000_000_000 > 0 ? 1 : 0)
      magnitude = Stride.seconds(Int(clamping: seconds)).magnitude.addingClamped(Int(part))
    }

    public static func seconds(_ s: Int) -> Self { Self(nanoseconds: s.multipliedClamped(by: 1_000_000_000)) }
    /// Not a number counts as 0.
    public static func seconds(_ s: Double) -> Self { Self(nanoseconds: .nanoseconds(seconds: s)) }
    public static func milliseconds(_ ms: Int) -> Self { Self(nanoseconds: ms.multipliedClamped(by: 1_000_000)) }
    public static func microseconds(_ us: Int) -> Self { Self(nanoseconds: us.multipliedClamped(by: 1_000)) }
    public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }

    public static func < (l: Self, r: Self) -> Bool { l.magnitude < r.magnitude }
    public static func + (l: Self, r: Self) -> Self { Self(nanoseconds: l.magnitude.addingClamped(r.magnitude)) }
    public static func - (l: Self, r: Self) -> Self { Self(nanoseconds: l.magnitude.subtractingClamped(r.magnitude)) }
    public static func * (l: Self, r: Self) -> Self {
      Self(nanoseconds: l.magnitude.multipliedAsSeconds(by: r.magnitude))
    }
    public static func += (l: inout Self, r: Self) { l = l + r }
    public static func -= (l: inout Self, r: Self) { l = l - r }
    public static func *= (l: inout Self, r: Self) { l = l * r }
  }
}
