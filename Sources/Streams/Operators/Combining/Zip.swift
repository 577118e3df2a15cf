extension Publisher {
  /// Pairs the values of two publishers in the order they come.
  ///
  /// Asks each for what is asked of it and keeps what one side is ahead: at most what was asked for, so unbounded
  /// if everything was. Finishes as soon as a side that finished has nothing left, and cancels the other; a failure
  /// of either goes down at once and drops what was kept (C45). A demand of zero traps (C15).
  /// Cost per value: one atomic word, in and out.
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure {
    .init(self, other)
  }

  /// Pairs the values of two publishers and publishes what `transform` makes of each pair.
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

  /// Takes the values of three publishers together and publishes what `transform` makes of them.
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

  /// Takes the values of four publishers together and publishes what `transform` makes of them.
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
      let join = Join(subscriber, ZipRule<A.Output, B.Output>(), ports: 2)
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
      let join = Join(subscriber, Zip3Rule<A.Output, B.Output, C.Output>(), ports: 3)
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
      let join = Join(subscriber, Zip4Rule<A.Output, B.Output, C.Output, D.Output>(), ports: 4)
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

@usableFromInline package struct ZipRule<A, B>: FewRule {
  @usableFromInline package var a = Ring<A>(), b = Ring<B>()
  @usableFromInline package var finished: UInt8 = 0
  @inlinable package init() {}
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable package static var trapsOnZero: Bool { true }
  @inlinable package static var name: String { "Zip" }
  @inlinable @inline(__always) package mutating func put0(_ v: A, _ isAsked: Bool) -> (A, B)? {
    if isAsked, let b = b.popFirst() { return (v, b) }  // while there is demand only one side is ahead
    a.append(v)
    return nil
  }
  @inlinable @inline(__always) package mutating func put1(_ v: B, _ isAsked: Bool) -> (A, B)? {
    if isAsked, let a = a.popFirst() { return (a, v) }
    b.append(v)
    return nil
  }
  @inlinable package mutating func sendNext(_ send: ((A, B), Int) -> Void) -> Bool {
    if a.isEmpty || b.isEmpty { return false }
    send((a.popFirst()!, b.popFirst()!), 0)
    return true
  }
  @inlinable package mutating func finish(_ port: Int) { finished |= 1 << UInt8(port) }
  @inlinable package func isOver(isAll: Bool) -> Bool {
    finished & 1 != 0 && a.isEmpty || finished & 2 != 0 && b.isEmpty
  }
  @inlinable package mutating func destroy() {
    a.destroy()
    b.destroy()
  }
}

@usableFromInline package struct Zip3Rule<A, B, C>: FewRule {
  @usableFromInline package var a = Ring<A>(), b = Ring<B>(), c = Ring<C>()
  @usableFromInline package var finished: UInt8 = 0
  @inlinable package init() {}
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable package static var trapsOnZero: Bool { true }
  @inlinable package static var name: String { "Zip" }
  @inlinable @inline(__always) package mutating func put0(_ v: A, _ isAsked: Bool) -> (A, B, C)? {
    a.append(v)
    return isAsked ? next() : nil
  }
  @inlinable @inline(__always) package mutating func put1(_ v: B, _ isAsked: Bool) -> (A, B, C)? {
    b.append(v)
    return isAsked ? next() : nil
  }
  @inlinable @inline(__always) package mutating func put2(_ v: C, _ isAsked: Bool) -> (A, B, C)? {
    c.append(v)
    return isAsked ? next() : nil
  }
  @inlinable package mutating func next() -> (A, B, C)? {
    a.isEmpty || b.isEmpty || c.isEmpty ? nil : (a.popFirst()!, b.popFirst()!, c.popFirst()!)
  }
  @inlinable package mutating func sendNext(_ send: ((A, B, C), Int) -> Void) -> Bool {
    guard let next = next() else { return false }
    send(next, 0)
    return true
  }
  @inlinable package mutating func finish(_ port: Int) { finished |= 1 << UInt8(port) }
  @inlinable package func isOver(isAll: Bool) -> Bool {
    finished & 1 != 0 && a.isEmpty || finished & 2 != 0 && b.isEmpty || finished & 4 != 0 && c.isEmpty
  }
  @inlinable package mutating func destroy() {
    a.destroy()
    b.destroy()
    c.destroy()
  }
}

@usableFromInline package struct Zip4Rule<A, B, C, D>: FewRule {
  @usableFromInline package var a = Ring<A>(), b = Ring<B>(), c = Ring<C>(), d = Ring<D>()
  @usableFromInline package var finished: UInt8 = 0
  @inlinable package init() {}
  @inlinable package static var passesDemandOn: Bool { true }
  @inlinable package static var trapsOnZero: Bool { true }
  @inlinable package static var name: String { "Zip" }
  @inlinable @inline(__always) package mutating func put0(_ v: A, _ isAsked: Bool) -> (A, B, C, D)? {
    a.append(v)
    return isAsked ? next() : nil
  }
  @inlinable @inline(__always) package mutating func put1(_ v: B, _ isAsked: Bool) -> (A, B, C, D)? {
    b.append(v)
    return isAsked ? next() : nil
  }
  @inlinable @inline(__always) package mutating func put2(_ v: C, _ isAsked: Bool) -> (A, B, C, D)? {
    c.append(v)
    return isAsked ? next() : nil
  }
  @inlinable @inline(__always) package mutating func put3(_ v: D, _ isAsked: Bool) -> (A, B, C, D)? {
    d.append(v)
    return isAsked ? next() : nil
  }
  @inlinable package mutating func next() -> (A, B, C, D)? {
    if a.isEmpty || b.isEmpty || c.isEmpty || d.isEmpty { return nil }
    return (a.popFirst()!, b.popFirst()!, c.popFirst()!, d.popFirst()!)
  }
  @inlinable package mutating func sendNext(_ send: ((A, B, C, D), Int) -> Void) -> Bool {
    guard let next = next() else { return false }
    send(next, 0)
    return true
  }
  @inlinable package mutating func finish(_ port: Int) { finished |= 1 << UInt8(port) }
  @inlinable package func isOver(isAll: Bool) -> Bool {
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
