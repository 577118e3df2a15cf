extension Publisher {
  /// Republishes the values of both publishers as they come.
  ///
  /// Asks each for one at a time, for everything once everything is asked of it; without demand it holds one value of
  /// each. Finishes when both have and nothing is held; a failure of either goes down at once, cancels the other and
  /// drops what is held (C45). Cost per value: one atomic word, in and out.
  @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(self, other)
  }
}

extension Publishers {
  /// What ``Publisher/merge(with:)`` makes.
  public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, MergeRule<AsIs<Output>>(), ports: 2)
      join.open()  // eager (C5)
      a.receive(subscriber: Side(Port0(), join))
      b.receive(subscriber: Side(Port1(), join))
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

@usableFromInline package struct MergeRule<How: Holding>: FewRule, ManyRule {
  @usableFromInline package typealias Output = How.Passing
  @usableFromInline package typealias Input = How.Passing
  @usableFromInline package typealias A = How.Passing
  @usableFromInline package typealias B = How.Passing
  @usableFromInline package var held = Ring<(How.Held, Int)>()
  @inlinable package init() {}
  @inlinable package static var usesUp: Bool { false }
  @inlinable package static var passesDemandOn: Bool { false }
  @inlinable package static var name: String { "Merge" }
  @inlinable @inline(__always) package mutating func put0(_ v: Output, _ isAsked: Bool) -> Output? {
    put(v, 0, isAsked)
  }
  @inlinable @inline(__always) package mutating func put1(_ v: Output, _ isAsked: Bool) -> Output? {
    put(v, 1, isAsked)
  }
  @inlinable @inline(__always) package mutating func put(_ v: Output, _ port: Int, _ isAsked: Bool) -> Output? {
    if isAsked { return v }
    held.append((How.hold(v), port))
    return nil
  }
  @inlinable package mutating func sendNext(_ send: (Output, Int) -> Void) -> Bool {
    guard let (value, port) = held.popFirst() else { return false }
    How.lend(value) { send($0, port) }
    return true
  }
  @inlinable package func isOver(isAll: Bool) -> Bool { isAll && held.isEmpty }
  @inlinable package mutating func destroy() { held.destroy() }
}
