import Streams

extension VirtualTime {
  /// A moment of virtual time.
  public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// Nanoseconds since the clock was made.
    public let nanoseconds: Int

    /// The moment so many nanoseconds after the clock was made.
    public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    /// A distance that does not fit becomes the longest there is.
    public func distance(to other: SchedulerTimeType) -> Stride {
      Stride(nanoseconds: other.nanoseconds.subtractingClamped(nanoseconds))
    }

    /// A moment that does not fit becomes the last there is.
    public func advanced(by stride: Stride) -> SchedulerTimeType {
      SchedulerTimeType(nanoseconds: nanoseconds.addingClamped(stride.nanoseconds))
    }

    /// `1500000 ns`
    public var description: String { "\(nanoseconds) ns" }
  }
}

extension VirtualTime.SchedulerTimeType {
  /// A length of virtual time, in nanoseconds. What does not fit becomes the longest there is, about 292 years.
  ///
  /// A literal is a number of seconds, as with Combine's schedulers, and a product is one of seconds too.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable,
    Codable, Sendable, CustomStringConvertible
  {
    /// The length, with its sign.
    public var nanoseconds: Int

    /// So many nanoseconds.
    public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }
    /// So many seconds.
    public init(integerLiteral seconds: Int) { self = .seconds(seconds) }
    /// So many seconds.
    public init(floatLiteral seconds: Double) { self = .seconds(seconds) }
    /// So many seconds; nil if they do not fit.
    public init?<T: BinaryInteger>(exactly seconds: T) {
      guard let seconds = Int(exactly: seconds) else { return nil }
      let (nanoseconds, isTooBig) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      if isTooBig { return nil }
      self.nanoseconds = nanoseconds
    }

    /// The length in nanoseconds without its sign.
    public var magnitude: UInt { nanoseconds.magnitude }

    /// So many seconds.
    public static func seconds(_ s: Int) -> Stride { Stride(nanoseconds: s.multipliedClamped(by: 1_000_000_000)) }
    /// So many seconds, rounded to whole nanoseconds. Not a number counts as 0.
    public static func seconds(_ s: Double) -> Stride { Stride(nanoseconds: .nanoseconds(seconds: s)) }
    /// So many thousandths of a second.
    public static func milliseconds(_ ms: Int) -> Stride { Stride(nanoseconds: ms.multipliedClamped(by: 1_000_000)) }
    /// So many millionths of a second.
    public static func microseconds(_ us: Int) -> Stride { Stride(nanoseconds: us.multipliedClamped(by: 1_000)) }
    /// So many nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }

    /// Whether the first is the shorter.
    public static func < (l: Stride, r: Stride) -> Bool { l.nanoseconds < r.nanoseconds }
    /// Both together.
    public static func + (l: Stride, r: Stride) -> Stride {
      Stride(nanoseconds: l.nanoseconds.addingClamped(r.nanoseconds))
    }
    /// The first without the second.
    public static func - (l: Stride, r: Stride) -> Stride {
      Stride(nanoseconds: l.nanoseconds.subtractingClamped(r.nanoseconds))
    }
    /// The product in seconds: 2 s times 3 s is 6 s.
    public static func * (l: Stride, r: Stride) -> Stride {
      Stride(nanoseconds: l.nanoseconds.multipliedAsSeconds(by: r.nanoseconds))
    }
    /// `0.3 s`
    public var description: String { "\(Double(nanoseconds) / 1_000_000_000) s" }

    /// Multiplies in seconds.
    public static func *= (l: inout Stride, r: Stride) { l = l * r }
  }
}
