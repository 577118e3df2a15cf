extension Publisher {
  /// Pairs the values of two publishers in the order they come.
  ///
  /// Asks each for what is asked of it and keeps what one side is ahead: at most what was asked for, so unbounded
  /// if everything was. What is asked for while a pair is received goes back to the side that sent, and up to the
  /// other. Finishes as soon as a side that finished has nothing left, and cancels the other; a failure of either goes
  /// down at once and drops what was kept (C45). A demand of zero traps (C15).
  /// Cost per value: one atomic word, in and out.
  /// Differs from Combine: docs/decisions/011 and docs/decisions/076.
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure {
    .init(self, other)
  }

  /// Pairs the values of two publishers and publishes what `transform` makes of each pair. As ``zip(_:)``.
  @inlinable public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
    zip(other).map { transform($0.0, $0.1) }
  }

  /// Takes the values of three publishers together, in the order they come. As ``zip(_:)``.
  @inlinable public func zip<P: Publisher, Q: Publisher>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.Zip3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
    .init(self, publisher1, publisher2)
  }

  /// Takes the values of three publishers together and publishes what `transform` makes of them. As ``zip(_:)``.
  @inlinable public func zip<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
    zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Takes the values of four publishers together, in the order they come. As ``zip(_:)``.
  @inlinable public func zip<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.Zip4<Self, P, Q, R> where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    .init(self, publisher1, publisher2, publisher3)
  }

  /// Takes the values of four publishers together and publishes what `transform` makes of them. As ``zip(_:)``.
  @inlinable public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// What ``Publisher/zip(_:)`` makes.
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, ZipRule<Slots2<Ring<A.Output>, Ring<B.Output>>>(), ports: 2)
      a.receive(subscriber: Side(Port0(), join, opens: true))
      b.receive(subscriber: Side(Port1(), join, opens: true))
    }
  }

  /// `zip` of three.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    public let c: C
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, ZipRule<Slots3<Ring<A.Output>, Ring<B.Output>, Ring<C.Output>>>(), ports: 3)
      a.receive(subscriber: Side(Port0(), join, opens: true))
      b.receive(subscriber: Side(Port1(), join, opens: true))
      c.receive(subscriber: Side(Port2(), join, opens: true))
    }
  }

  /// `zip` of four.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let join = Join(
        subscriber, ZipRule<Slots4<Ring<A.Output>, Ring<B.Output>, Ring<C.Output>, Ring<D.Output>>>(), ports: 4)
      a.receive(subscriber: Side(Port0(), join, opens: true))
      b.receive(subscriber: Side(Port1(), join, opens: true))
      c.receive(subscriber: Side(Port2(), join, opens: true))
      d.receive(subscriber: Side(Port3(), join, opens: true))
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

@usableFromInline package struct ZipRule<Kept: Slots>: FewRule {
  @usableFromInline package var slots: Kept
  /// Which upstreams have finished: one bit each.
  @usableFromInline package var finished: UInt8 = 0
  @inlinable package init() { slots = Kept() }
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable package static var trapsOnZero: Bool { true }
  @inlinable package static var name: String { "Zip" }
  @inlinable package mutating func sendNext(_ send: (Kept.Output, Int) -> Void) -> Bool {
    guard let next = slots.next() else { return false }
    send(next, 0)
    return true
  }
  @inlinable package mutating func finish(_ port: Int) { finished |= 1 << UInt8(port) }
  @inlinable package func isOver(isAll: Bool) -> Bool { finished & slots.empty != 0 }
}
