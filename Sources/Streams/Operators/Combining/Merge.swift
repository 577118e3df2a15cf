extension Publisher {
  /// Republishes the values of both publishers as they come. Finishes when both have.
  /// Asks each for one at a time, for everything once everything is asked of it.
  @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(self, other)
  }
}

extension Publishers {
  public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, MergeRule<Output>(), ports: 2)
      join.open()  // eager (C5)
      a.receive(subscriber: Side(Port0.self, join))
      b.receive(subscriber: Side(Port1.self, join))
    }
  }
}

@usableFromInline package struct MergeRule<Value>: JoinRule {
  @usableFromInline package var held = Ring<Held<Value>>()
  @inlinable package init() {}
  @inlinable package static var passesDemandOn: Bool { false }
  @inlinable @inline(__always) package mutating func put0(_ v: Value, _ isAsked: Bool) -> Value? { put(v, isAsked, 0) }
  @inlinable @inline(__always) package mutating func put1(_ v: Value, _ isAsked: Bool) -> Value? { put(v, isAsked, 1) }
  @inlinable @inline(__always) package mutating func put(_ v: Value, _ isAsked: Bool, _ port: Int) -> Value? {
    if isAsked { return v }
    held.append(Held(v, port))
    return nil
  }
  @inlinable package mutating func take() -> Held<Value>? { held.popFirst() }
  @inlinable package func isOver(_ finished: UInt, isAll: Bool) -> Bool { isAll && held.isEmpty }
  @inlinable package mutating func destroy() { held.destroy() }
}
