@usableFromInline package struct DropRule<Value>: RelayRule {
  @inlinable package static var name: String { "Drop" }
  @inlinable package static var mayCancel: Bool { false }
  @inlinable package var isEager: Bool { true }
  @usableFromInline package var toDrop: Int
  @inlinable package init(toDrop: Int) {
    precondition(toDrop >= 0, "dropFirst: a count cannot be negative")
    self.toDrop = toDrop
  }
  @inlinable package func makeLink() -> Link { Link(Self.name, trapsOnZero: true, early: .max(toDrop)) }
  @inlinable package mutating func step(_ input: Value) throws(Never) -> Step<Value> {
    if toDrop == 0 { return .emit(input) }
    toDrop -= 1
    return .keep  // asked for at the start
  }
}
