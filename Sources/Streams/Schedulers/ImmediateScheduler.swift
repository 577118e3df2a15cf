/// Runs every action at once, within the call that schedules it. Its clock stands still.
///
/// For tests, and where an operator wants a scheduler but no waiting is wanted: `debounce`, `delay` and the like then
/// do not wait. A repeating action runs once. An action that schedules again does so on the caller's stack (C95).
@frozen public struct ImmediateScheduler: Scheduler {
  public typealias SchedulerOptions = Never

  /// The only one needed: it has no state.
  public static let shared = ImmediateScheduler()

  /// The one moment there is.
  @frozen public struct SchedulerTimeType: Strideable, Sendable {
    @inlinable init() {}

    /// Nothing.
    @inlinable public func distance(to other: SchedulerTimeType) -> Stride { Stride(0) }
    /// The same moment.
    @inlinable public func advanced(by n: Stride) -> SchedulerTimeType { self }

    /// A length of time, which is nothing whatever the unit says.
    @frozen
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Codable,
      ExpressibleByFloatLiteral, Sendable
    {
      public typealias FloatLiteralType = Double
      public typealias IntegerLiteralType = Int
      public typealias Magnitude = Int
      public var magnitude: Int

      @inlinable public init(_ value: Int) { magnitude = value }
      @inlinable public init(integerLiteral value: Int) { magnitude = value }
      @inlinable public init(floatLiteral value: Double) { magnitude = Int(value) }
      @inlinable public init?<Source: BinaryInteger>(exactly source: Source) {
        guard let value = Int(exactly: source) else { return nil }
        magnitude = value
      }

      @inlinable public static func < (l: Stride, r: Stride) -> Bool { l.magnitude < r.magnitude }
      @inlinable public static func + (l: Stride, r: Stride) -> Stride { Stride(l.magnitude + r.magnitude) }
      @inlinable public static func - (l: Stride, r: Stride) -> Stride { Stride(l.magnitude - r.magnitude) }
      @inlinable public static func * (l: Stride, r: Stride) -> Stride { Stride(l.magnitude * r.magnitude) }
      @inlinable public static func += (l: inout Stride, r: Stride) { l = l + r }
      @inlinable public static func -= (l: inout Stride, r: Stride) { l = l - r }
      @inlinable public static func *= (l: inout Stride, r: Stride) { l = l * r }

      @inlinable public static func seconds(_ s: Int) -> Stride { Stride(0) }
      @inlinable public static func seconds(_ s: Double) -> Stride { Stride(0) }
      @inlinable public static func milliseconds(_ ms: Int) -> Stride { Stride(0) }
      @inlinable public static func microseconds(_ us: Int) -> Stride { Stride(0) }
      @inlinable public static func nanoseconds(_ ns: Int) -> Stride { Stride(0) }
    }
  }

  @inlinable init() {}

  @inlinable public var now: SchedulerTimeType { SchedulerTimeType() }
  @inlinable public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` at once.
  @inlinable public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  /// Runs `action` at once.
  @inlinable public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Runs `action` once, at once. The token does nothing.
  @inlinable public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
