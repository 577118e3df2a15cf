extension Subscribers {
  /// How many more values a subscriber is ready for: a count, or unlimited, which is above every count and absorbs
  /// whatever is added to it or taken off (C14 to C19).
  @frozen public struct Demand: Hashable, Sendable {
    /// A count up to `Int.max`; unlimited is the next number.
    @usableFromInline package let raw: UInt
    @inlinable package init(raw: UInt) { self.raw = raw }

    /// The same as `.max(0)`.
    @inlinable public static var none: Demand { Demand(raw: 0) }
    @inlinable public static var unlimited: Demand { Demand(raw: 1 << 63) }

    /// Exactly so many. A negative number traps.
    @inlinable public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "a demand cannot be negative")
      return Demand(raw: UInt(bitPattern: value))
    }

    /// The count; nil if it is unlimited.
    @inlinable public var max: Int? { isUnlimited ? nil : count }

    @inlinable package var isUnlimited: Bool { Int(bitPattern: raw) < 0 }
    /// Only for a count.
    @inlinable package var count: Int { Int(bitPattern: raw) }

    /// Uses one up. Unlimited demand never runs out.
    @inlinable package mutating func takeOne() { if !isUnlimited { self = Demand(raw: raw &- 1) } }
  }
}

// Sums and products. One too big to count is unlimited; below zero they trap (C17).
extension Subscribers.Demand {
  @inlinable public static func + (lhs: Self, rhs: Self) -> Self {
    lhs.isUnlimited ? lhs : Self(raw: Swift.min(lhs.raw &+ rhs.raw, 1 << 63))
  }

  @inlinable public static func + (lhs: Self, rhs: Int) -> Self {
    if lhs.isUnlimited { return lhs }
    let (sum, isTooBig) = lhs.count.addingReportingOverflow(rhs)
    return isTooBig ? .unlimited : .max(sum)
  }

  /// Unlimited stays unlimited, whatever the factor.
  @inlinable public static func * (lhs: Self, rhs: Int) -> Self {
    if lhs.isUnlimited { return lhs }
    let (product, isTooBig) = lhs.count.multipliedReportingOverflow(by: rhs)
    if !isTooBig { return .max(product) }
    precondition(rhs > 0, "a demand cannot be negative")
    return .unlimited
  }

  @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
  @inlinable public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }
  @inlinable public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }
}

// Differences (C18).
extension Subscribers.Demand {
  /// Unlimited less anything is unlimited; a count less unlimited is none; a count less a greater one traps.
  @inlinable public static func - (lhs: Self, rhs: Self) -> Self {
    if lhs.isUnlimited { return lhs }
    return rhs.isUnlimited ? .none : .max(lhs.count - rhs.count)
  }

  /// As above; a result too big to count is none, as in Combine.
  @inlinable public static func - (lhs: Self, rhs: Int) -> Self {
    if lhs.isUnlimited { return lhs }
    let (difference, isTooBig) = lhs.count.subtractingReportingOverflow(rhs)
    return isTooBig ? .none : .max(difference)
  }

  @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
  @inlinable public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
}

// Unlimited is above every count and every Int, and equal only to itself (C19).
extension Subscribers.Demand: Comparable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.raw == rhs.raw }
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.raw < rhs.raw }
  @inlinable public static func <= (lhs: Self, rhs: Self) -> Bool { lhs.raw <= rhs.raw }
  @inlinable public static func > (lhs: Self, rhs: Self) -> Bool { lhs.raw > rhs.raw }
  @inlinable public static func >= (lhs: Self, rhs: Self) -> Bool { lhs.raw >= rhs.raw }

  @inlinable public static func == (lhs: Self, rhs: Int) -> Bool { !lhs.isUnlimited && lhs.count == rhs }
  @inlinable public static func != (lhs: Self, rhs: Int) -> Bool { !(lhs == rhs) }
  @inlinable public static func < (lhs: Self, rhs: Int) -> Bool { !lhs.isUnlimited && lhs.count < rhs }
  @inlinable public static func <= (lhs: Self, rhs: Int) -> Bool { !lhs.isUnlimited && lhs.count <= rhs }
  @inlinable public static func > (lhs: Self, rhs: Int) -> Bool { lhs.isUnlimited || lhs.count > rhs }
  @inlinable public static func >= (lhs: Self, rhs: Int) -> Bool { lhs.isUnlimited || lhs.count >= rhs }

  @inlinable public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }
  @inlinable public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }
  @inlinable public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
  @inlinable public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }
  @inlinable public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
  @inlinable public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
}

extension Subscribers.Demand: CustomStringConvertible, CustomReflectable {
  /// `unlimited` or, for instance, `max(3)`.
  public var description: String { isUnlimited ? "unlimited" : "max(\(count))" }
  /// Nothing: the description says it all.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Coded as one number; greater ones than a count can be mean unlimited (C16).
extension Subscribers.Demand: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(raw: Swift.min(try decoder.singleValueContainer().decode(UInt.self), 1 << 63))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(raw)
  }
}
