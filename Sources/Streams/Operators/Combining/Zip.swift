extension Publisher {
  /// Pairs the values of two publishers in the order they come. Keeps what one side is ahead: unbounded if
  /// everything is asked for. Finishes once a side that finished has nothing left. Cost: two atomic steps a value.
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure {
    .init(self, other)
  }

  @inlinable public func zip<P: Publisher, Q: Publisher>(_ p: P, _ q: Q) -> Publishers.Zip3<Self, P, Q>
  where P.Failure == Failure, Q.Failure == Failure { .init(self, p, q) }

  @inlinable public func zip<P: Publisher, Q: Publisher, R: Publisher>(_ p: P, _ q: Q, _ r: R)
    -> Publishers.Zip4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure { .init(self, p, q, r) }
}

extension Publishers {
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, ZipRule<A.Output, B.Output>(), ports: 2)
      a.receive(subscriber: Side(Port0.self, join))
      b.receive(subscriber: Side(Port1.self, join))
      join.open()
    }
  }

  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    public let c: C
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, Zip3Rule<A.Output, B.Output, C.Output>(), ports: 3)
      a.receive(subscriber: Side(Port0.self, join))
      b.receive(subscriber: Side(Port1.self, join))
      c.receive(subscriber: Side(Port2.self, join))
      join.open()
    }
  }

  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, Zip4Rule<A.Output, B.Output, C.Output, D.Output>(), ports: 4)
      a.receive(subscriber: Side(Port0.self, join))
      b.receive(subscriber: Side(Port1.self, join))
      c.receive(subscriber: Side(Port2.self, join))
      d.receive(subscriber: Side(Port3.self, join))
      join.open()
    }
  }
}

@usableFromInline package struct ZipRule<A, B>: JoinRule {
  @usableFromInline package var a = Ring<A>(), b = Ring<B>()
  @inlinable package init() {}
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable @inline(__always) package mutating func put0(_ v: A, _ isAsked: Bool) -> (A, B)? {
    if isAsked, a.isEmpty, let b = b.popFirst() { return (v, b) }
    a.append(v)
    return nil
  }
  @inlinable @inline(__always) package mutating func put1(_ v: B, _ isAsked: Bool) -> (A, B)? {
    if isAsked, b.isEmpty, let a = a.popFirst() { return (a, v) }
    b.append(v)
    return nil
  }
  @inlinable package mutating func take() -> Held<(A, B)>? {
    a.isEmpty || b.isEmpty ? nil : Held((a.popFirst()!, b.popFirst()!))
  }
  @inlinable package func isOver(_ finished: UInt, isAll: Bool) -> Bool {
    finished & 1 != 0 && a.isEmpty || finished & 2 != 0 && b.isEmpty
  }
  @inlinable package mutating func destroy() {
    a.destroy()
    b.destroy()
  }
}

@usableFromInline package struct Zip3Rule<A, B, C>: JoinRule {
  @usableFromInline package var a = Ring<A>(), b = Ring<B>(), c = Ring<C>()
  @inlinable package init() {}
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable @inline(__always) package mutating func put0(_ v: A, _ isAsked: Bool) -> (A, B, C)? {
    a.append(v); return isAsked ? take()?.output : nil
  }
  @inlinable @inline(__always) package mutating func put1(_ v: B, _ isAsked: Bool) -> (A, B, C)? {
    b.append(v); return isAsked ? take()?.output : nil
  }
  @inlinable @inline(__always) package mutating func put2(_ v: C, _ isAsked: Bool) -> (A, B, C)? {
    c.append(v); return isAsked ? take()?.output : nil
  }
  @inlinable package mutating func take() -> Held<(A, B, C)>? {
    a.isEmpty || b.isEmpty || c.isEmpty ? nil : Held((a.popFirst()!, b.popFirst()!, c.popFirst()!))
  }
  @inlinable package func isOver(_ finished: UInt, isAll: Bool) -> Bool {
    finished & 1 != 0 && a.isEmpty || finished & 2 != 0 && b.isEmpty || finished & 4 != 0 && c.isEmpty
  }
  @inlinable package mutating func destroy() {
    a.destroy()
    b.destroy()
    c.destroy()
  }
}

@usableFromInline package struct Zip4Rule<A, B, C, D>: JoinRule {
  @usableFromInline package var a = Ring<A>(), b = Ring<B>(), c = Ring<C>(), d = Ring<D>()
  @inlinable package init() {}
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable @inline(__always) package mutating func put0(_ v: A, _ isAsked: Bool) -> (A, B, C, D)? {
    a.append(v); return isAsked ? take()?.output : nil
  }
  @inlinable @inline(__always) package mutating func put1(_ v: B, _ isAsked: Bool) -> (A, B, C, D)? {
    b.append(v); return isAsked ? take()?.output : nil
  }
  @inlinable @inline(__always) package mutating func put2(_ v: C, _ isAsked: Bool) -> (A, B, C, D)? {
    c.append(v); return isAsked ? take()?.output : nil
  }
  @inlinable @inline(__always) package mutating func put3(_ v: D, _ isAsked: Bool) -> (A, B, C, D)? {
    d.append(v); return isAsked ? take()?.output : nil
  }
  @inlinable package mutating func take() -> Held<(A, B, C, D)>? {
    if a.isEmpty || b.isEmpty || c.isEmpty || d.isEmpty { return nil }
    return Held((a.popFirst()!, b.popFirst()!, c.popFirst()!, d.popFirst()!))
  }
  @inlinable package func isOver(_ finished: UInt, isAll: Bool) -> Bool {
    finished & 1 != 0 && a.isEmpty || finished & 2 != 0 && b.isEmpty || finished & 4 != 0 && c.isEmpty
      || finished & 8 != 0 && d.isEmpty
  }
  @inlinable package mutating func destroy() {
    a.destroy()
    b.destroy()
    c.destroy()
    d.destroy()
  }
}
