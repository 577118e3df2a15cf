@usableFromInline package struct MergeRule<How: Holding>: ManyRule {
  @usableFromInline package typealias Output = How.Passing
  @usableFromInline package typealias Input = How.Passing
  @usableFromInline package var held = Ring<(How.Held, Int)>()
  @inlinable package init() {}
  @inlinable package static var usesUp: Bool { false }
  @inlinable package static var passesDemandOn: Bool { false }
  @inlinable package static var name: String { "Merge" }
  @inlinable @inline(__always) package mutating func put(_ v: Output, _ port: Int, _ isAsked: Bool) -> Output? {
    if isAsked { return v }
    hold(v, port)
    return nil
  }
  @inline(never) @inlinable package mutating func hold(_ v: Output, _ port: Int) { held.append((How.hold(v), port)) }
  @inlinable package mutating func sendNext(_ send: (Output, Int) -> Void) -> Bool {
    guard let (value, port) = held.popFirst() else { return false }
    How.lend(value) { send($0, port) }
    return true
  }
  @inlinable package func isOver(isAll: Bool) -> Bool { isAll && held.isEmpty }
  @inlinable package mutating func destroy() { held.destroy() }
}

extension Join {
  /// A `merge`. It opens before any input is subscribed to (C5).
  @inlinable @inline(__always) package convenience init<Value>(merging downstream: Downstream, _ ports: Int)
  where Rule == MergeRule<AsIs<Value>> {
    self.init(downstream, MergeRule(), ports: ports)
    open()
  }

  /// Subscribes to one more input, unless it is over already (C11).
  @inlinable @inline(__always) package func take<P: Publisher>(_ publisher: P, as port: Int)
  where Rule: ManyRule, P.Output == Rule.Input, P.Failure == Downstream.Failure {
    if !turn.isOver { publisher.receive(subscriber: Side(NumberedPort(port), self)) }
  }
}
