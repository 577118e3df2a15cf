/// Keeps the newest value that passes. `first` ends there, `last` goes on to the end.
@usableFromInline package struct WantedRule<T: Test, How: Holding>: FoldRule where How.Passing == T.Value {
  @usableFromInline package let endsAtFirst: Bool
  @usableFromInline package let name: String
  @usableFromInline package let isWanted: T
  @usableFromInline package var newest: How.Held?
  @inlinable package init(endsAtFirst: Bool, _ name: String, _ isWanted: T, _: How.Type) {
    self.endsAtFirst = endsAtFirst
    self.name = name
    self.isWanted = isWanted
  }
  @inlinable @inline(__always) package mutating func take(_ input: T.Value) throws(T.Failure) -> Bool {
    guard try isWanted(input) else { return false }
    newest = How.hold(input)
    return endsAtFirst
  }
  @inlinable package var hasAnswer: Bool { newest != nil }
  @inlinable package mutating func answer() -> T.Value? { newest.map { How.give($0) } }
}

extension WantedRule where How == AsIs<T.Value> {
  @inlinable package init(endsAtFirst: Bool, _ name: String, _ isWanted: T) {
    self.init(endsAtFirst: endsAtFirst, name, isWanted, How.self)
  }
}
