import Dispatch
import Streams

extension DispatchQueue {
  /// A moment on the clock of dispatch queues.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    public var dispatchTime: DispatchTime

    public init(_ time: DispatchTime) { dispatchTime = time }

    /// The distance to the distant future, and from it, is the longest there is.
    public func distance(to other: SchedulerTimeType) -> Stride {
      if self == other { return .nanoseconds(0) }
      if dispatchTime == .distantFuture || other.dispatchTime == .distantFuture { return .nanoseconds(.max) }
      let (start, end) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      return .nanoseconds(end > start ? Int(clamping: end - start) : 0.subtractingClamped(Int(clamping: start - end)))
    }

    /// A moment too late for libdispatch's clock, about 146 years after the start of the machine, is the distant
    /// future; one before its start is the start.
    public func advanced(by stride: Stride) -> SchedulerTimeType {
      if dispatchTime == .distantFuture { return self }
      let nanoseconds = Int(clamping: dispatchTime.uptimeNanoseconds).addingClamped(stride.magnitude)
      // libdispatch keeps two bits for other clocks, and takes 0 for "now".
      if nanoseconds >= 1 << 62 { return SchedulerTimeType(.distantFuture) }
      return SchedulerTimeType(DispatchTime(uptimeNanoseconds: UInt64(max(nanoseconds, 1))))
    }

    public static func < (l: SchedulerTimeType, r: SchedulerTimeType) -> Bool { l.dispatchTime < r.dispatchTime }
    public static func == (l: SchedulerTimeType, r: SchedulerTimeType) -> Bool { l.dispatchTime == r.dispatchTime }
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

    /// From what `encode` wrote. It means something on the same machine only, until that is started again.
    public init(from decoder: any Decoder) throws {
      dispatchTime = DispatchTime(uptimeNanoseconds: try decoder.singleValueContainer().decode(UInt64.self))
    }

    /// Writes the nanoseconds since the start of the machine, as one number.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }
  }
}

extension DispatchQueue.SchedulerTimeType {
  /// A length of time in nanoseconds. What does not fit becomes the longest there is, about 292 years.
  ///
  /// A literal is a number of seconds. A product is one of seconds too: 2 s times 3 s is 6 s.
  /// Differs from Combine: docs/decisions/093.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable,
    Codable, CustomStringConvertible, Sendable
  {
    public typealias FloatLiteralType = Double
    public typealias IntegerLiteralType = Int
    public typealias Magnitude = Int

    /// The name is that of the coded form: `{"_nanoseconds":5}`.
    var _nanoseconds: Int

    /// The length in nanoseconds, with its sign.
    public var magnitude: Int {
      get { _nanoseconds }
      set { _nanoseconds = newValue }
    }

    /// The length as libdispatch has it, in nanoseconds.
    public var timeInterval: DispatchTimeInterval { .nanoseconds(_nanoseconds) }

    public var description: String { "\(Double(_nanoseconds) / 1_000_000_000) s" }

    private init(nanoseconds: Int) { _nanoseconds = nanoseconds }

    /// `.never` is the longest there is.
    public init(_ timeInterval: DispatchTimeInterval) {
      switch timeInterval {
      case .seconds(let s): self = .seconds(s)
      case .milliseconds(let ms): self = .milliseconds(ms)
      case .microseconds(let us): self = .microseconds(us)
      case .nanoseconds(let ns): self = .nanoseconds(ns)
      case .never: self = .nanoseconds(.max)
      @unknown default: self = .nanoseconds(.max)
      }
    }

    /// So many seconds. Not a number counts as 0.
    public init(floatLiteral value: Double) { self = .seconds(value) }
    /// So many seconds.
    public init(integerLiteral value: Int) { self = .seconds(value) }
    /// So many seconds; nil if they do not fit.
    public init?<Source: BinaryInteger>(exactly source: Source) {
      guard let seconds = Int(exactly: source) else { return nil }
      let (nanoseconds, isTooBig) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      if isTooBig { return nil }
      _nanoseconds = nanoseconds
    }

    public static func seconds(_ s: Int) -> Stride { Stride(nanoseconds: s.multipliedClamped(by: 1_000_000_000)) }
    /// Not a number counts as 0.
    public static func seconds(_ s: Double) -> Stride { Stride(nanoseconds: .nanoseconds(seconds: s)) }
    public static func milliseconds(_ ms: Int) -> Stride { Stride(nanoseconds: ms.multipliedClamped(by: 1_000_000)) }
    public static func microseconds(_ us: Int) -> Stride { Stride(nanoseconds: us.multipliedClamped(by: 1_000)) }
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }

    public static func < (l: Stride, r: Stride) -> Bool { l._nanoseconds < r._nanoseconds }
    public static func + (l: Stride, r: Stride) -> Stride { .nanoseconds(l._nanoseconds.addingClamped(r._nanoseconds)) }
    public static func - (l: Stride, r: Stride) -> Stride {
      .nanoseconds(l._nanoseconds.subtractingClamped(r._nanoseconds))
    }
    public static func * (l: Stride, r: Stride) -> Stride {
      .nanoseconds(l._nanoseconds.multipliedAsSeconds(by: r._nanoseconds))
    }
    public static func += (l: inout Stride, r: Stride) { l = l + r }
    public static func -= (l: inout Stride, r: Stride) { l = l - r }
    public static func *= (l: inout Stride, r: Stride) { l = l * r }
  }
}
