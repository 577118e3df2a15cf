extension Publisher {
  /// Publishes a pair of both publishers' latest values whenever either sends one. Finishes when both have.
  @inlinable public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    .init(self, other)
  }
}

extension Publishers {
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, CombineLatestRule<A.Output, B.Output>(), ports: 2)
      a.receive(subscriber: Side(Port0.self, join))
      b.receive(subscriber: Side(Port1.self, join))
      join.open()
    }
  }
}

@usableFromInline package struct CombineLatestRule<A, B>: JoinRule {
  @usableFromInline package var a: A?, b: B?
  @inlinable package init() {}
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable @inline(__always) package mutating func put0(_ v: A, _ isAsked: Bool) -> (A, B)? {
    a = v
    if isAsked, let b { return (v, b) }
    return nil
  }
  @inlinable @inline(__always) package mutating func put1(_ v: B, _ isAsked: Bool) -> (A, B)? {
    b = v
    if isAsked, let a { return (a, v) }
    return nil
  }
  @inlinable package mutating func take() -> Held<(A, B)>? { nil }
  @inlinable package func isOver(_ finished: UInt, isAll: Bool) -> Bool { isAll }
}
