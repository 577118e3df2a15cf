import Streams

/// The numbers below `count`, one for each that is asked for.
///
/// A type of its own around `Publishers.Sequence`, whose own operators work on the whole sequence at once: what is
/// measured here is the pipeline.
@frozen public struct Numbers: Publisher {
  public typealias Output = Int
  public typealias Failure = Never
  public let count: Int
  @inlinable public init(_ count: Int) { self.count = count }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    (0..<count).publisher.receive(subscriber: subscriber)
  }
}

extension Publisher where Output == Int {
  /// A map that does not become one with a map before it, as two maps in a row do.
  @inlinable public func mapped() -> Publishers.Map<Self, Int> { map { $0 &+ 1 } }
}

/// Keeps the last value, so that nothing that makes it is left out, and counts.
public final class Last<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value?
  @exclusivity(unchecked) public var count = 0
  @inlinable public init() {}
  @inlinable @inline(__always) public func keep(_ value: Value) {
    self.value = value
    count &+= 1
  }
}
