extension Publisher {
  /// Publishes a pair of both publishers' latest values whenever either sends one, once each has sent one.
  ///
  /// Asks each for what is asked of it. A value that makes no pair, since the other side has none yet, is replaced:
  /// one more is asked for (C23). What comes without demand is remembered, and the newest pair goes out when there
  /// is demand again. Finishes when both have; a failure of either goes down at once and cancels the other.
  /// Buffer: the latest of each. Cost per value: one atomic word, in and out.
  /// Differs from Combine: docs/decisions/008.
  @inlinable public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    .init(self, other)
  }

  /// Publishes what `transform` makes of both publishers' latest values. As ``combineLatest(_:)``.
  @inlinable public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Publishes the latest values of three publishers. As ``combineLatest(_:)``.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.CombineLatest3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
    .init(self, publisher1, publisher2)
  }

  /// Publishes what `transform` makes of the latest values of three publishers. As ``combineLatest(_:)``.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Publishes the latest values of four publishers. As ``combineLatest(_:)``.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    .init(self, publisher1, publisher2, publisher3)
  }

  /// Publishes what `transform` makes of the latest values of four publishers. As ``combineLatest(_:)``.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// What ``Publisher/combineLatest(_:)`` makes.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, CombineLatestRule<Slots2<Latest<A.Output>, Latest<B.Output>>>(), ports: 2)
      a.receive(subscriber: Side(Port0(), join))
      b.receive(subscriber: Side(Port1(), join))
      join.open()  // after all inputs (C5)
    }
  }

  /// `combineLatest` of three.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    public let c: C
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let join = Join(
        subscriber, CombineLatestRule<Slots3<Latest<A.Output>, Latest<B.Output>, Latest<C.Output>>>(), ports: 3)
      a.receive(subscriber: Side(Port0(), join))
      b.receive(subscriber: Side(Port1(), join))
      c.receive(subscriber: Side(Port2(), join))
      join.open()
    }
  }

  /// `combineLatest` of four.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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
        subscriber,
        CombineLatestRule<Slots4<Latest<A.Output>, Latest<B.Output>, Latest<C.Output>, Latest<D.Output>>>(), ports: 4)
      a.receive(subscriber: Side(Port0(), join))
      b.receive(subscriber: Side(Port1(), join))
      c.receive(subscriber: Side(Port2(), join))
      d.receive(subscriber: Side(Port3(), join))
      join.open()
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

@usableFromInline package struct CombineLatestRule<Kept: Slots>: FewRule {
  @usableFromInline package var slots: Kept
  /// Something changed since the last tuple went out, for want of demand.
  @usableFromInline package var isNews = false
  @inlinable package init() { slots = Kept() }
  @inlinable package static var usesUp: Bool { false }
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable package static var replacement: Subscribers.Demand { .max(1) }
  @inlinable package static var name: String { "CombineLatest" }
  @inlinable @inline(__always) package mutating func waits() { isNews = true }
  @inlinable package mutating func sendNext(_ send: (Kept.Output, Int) -> Void) -> Bool {
    guard isNews else { return false }
    isNews = false
    guard let next = slots.next() else { return false }
    send(next, 0)
    return true
  }
  @inlinable package func isOver(isAll: Bool) -> Bool { isAll && !(isNews && slots.empty == 0) }
}
