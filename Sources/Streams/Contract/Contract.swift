public enum Publishers {}
public enum Subscribers {}
public enum Subscriptions {}

extension Subscribers {
  /// How many more values a subscriber is ready for.
  @frozen public struct Demand: Hashable, Comparable {
    @usableFromInline let raw: UInt
    @inlinable init(raw: UInt) { self.raw = raw }

    @inlinable public static var none: Demand { Demand(raw: 0) }
    @inlinable public static var unlimited: Demand { Demand(raw: 1 << 63) }
    @inlinable public static func max(_ count: Int) -> Demand {
      precondition(count >= 0, "demand must not be negative")
      return Demand(raw: UInt(bitPattern: count))
    }

    @inlinable public static func < (l: Demand, r: Demand) -> Bool { l.raw < r.raw }
    /// Unlimited absorbs; a sum too big to count becomes unlimited (C14, C17).
    @inlinable public static func + (l: Demand, r: Demand) -> Demand {
      l.raw >> 63 != 0 ? l : Demand(raw: Swift.min(l.raw &+ r.raw, 1 << 63))
    }
    @inlinable public static func += (l: inout Demand, r: Demand) { l = l + r }
    @inlinable public static func * (l: Demand, r: Int) -> Demand {
      if l == .unlimited { return r == 0 ? .none : .unlimited }
      let (product, isTooBig) = l.raw.multipliedReportingOverflow(by: UInt(r))
      return isTooBig ? .unlimited : Demand(raw: Swift.min(product, 1 << 63))
    }

    /// Uses one up. Unlimited demand never runs out.
    @inlinable mutating func takeOne() { if raw >> 63 == 0 { self = Demand(raw: raw &- 1) } }
  }

  @frozen public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public protocol Cancellable { func cancel() }

public protocol Subscription: AnyObject, Cancellable { func request(_ demand: Subscribers.Demand) }

public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
  /// The subscriber itself if its type is erased already: it needs no second box.
  func _erased() -> AnySubscriber<Input, Failure>?
}

extension Subscriber { @inlinable public func _erased() -> AnySubscriber<Input, Failure>? { nil } }

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
  /// The only value, if this publishes exactly one and has it at hand: `flatMap` then need not subscribe.
  func _scalar() -> Output?
}

extension Publisher {
  @inlinable public func _scalar() -> Output? { nil }
  @inlinable @inline(__always) public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }
}
