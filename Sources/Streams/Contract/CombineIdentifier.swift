import Synchronization

/// Tells subscribers and subscriptions apart.
///
/// No two alive at the same time are equal: an object's identifier is its address, which is even, a fresh one is odd.
/// Differs from Combine: docs/decisions/075.
@frozen public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline let rawValue: UInt64

  /// One that was never given out before in this run.
  public init() { rawValue = Self.next.wrappingAdd(2, ordering: .relaxed).oldValue }

  /// The object's own: the same each time, for as long as the object lives.
  @inlinable public init(_ obj: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(obj))) }

  public var description: String { "0x" + String(rawValue, radix: 16) }

  private static let next = Atomic<UInt64>(1)
}

/// Has an identity. Classes have their own; a struct stores a `CombineIdentifier()`.
public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  @inlinable public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
