extension Publisher {
  /// Publishes a pair of both publishers' latest values whenever either sends one, once each has sent one.
  ///
  /// Asks each for what is asked of it. A value that makes no pair, since the other side has none yet, is replaced:
  /// one more is asked for (C23). What comes without demand is remembered, and the newest pair goes out when there
  /// is demand again. Finishes when both have; a failure of either goes down at once and cancels the other.
  /// Buffer: the latest of each. Cost per value: one atomic word, in and out.
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
      let join = Join(subscriber, CombineLatestRule<A.Output, B.Output>(), ports: 2)
      a.receive(subscriber: Side(Port0(), join))
      b.receive(subscriber: Side(Port1(), join))
      join.open()  // after all inputs (C5)
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

@usableFromInline package struct CombineLatestRule<A, B>: FewRule {
  @usableFromInline package var a: A?, b: B?
  /// Something changed since the last pair went out, for want of demand.
  @usableFromInline package var isNews = false
  @inlinable package init() {}
  @inlinable package static var usesUp: Bool { false }
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable package static var replacement: Subscribers.Demand { .max(1) }
  @inlinable package static var name: String { "CombineLatest" }
  @inlinable @inline(__always) package mutating func put0(_ v: A, _ isAsked: Bool) -> (A, B)? {
    a = v
    if isAsked { return b.map { (v, $0) } }
    isNews = true
    return nil
  }
  @inlinable @inline(__always) package mutating func put1(_ v: B, _ isAsked: Bool) -> (A, B)? {
    b = v
    if isAsked { return a.map { ($0, v) } }
    isNews = true
    return nil
  }
  @inlinable package mutating func sendNext(_ send: ((A, B), Int) -> Void) -> Bool {
    guard isNews else { return false }
    isNews = false
    guard let a, let b else { return false }
    send((a, b), 0)
    return true
  }
  @inlinable package func isOver(isAll: Bool) -> Bool { isAll && !(isNews && a != nil && b != nil) }
}
