/// Passes everything on; what is special about it is its link.
@usableFromInline package struct SubscribeOnRule<Value>: RelayRule {
  @inlinable package static var name: String { "SubscribeOn" }
  @inlinable package static var mayCancel: Bool { false }
  @usableFromInline let schedule: (@escaping () -> Void) -> Void
  @inlinable package init(_ schedule: @escaping (@escaping () -> Void) -> Void) { self.schedule = schedule }
  @inlinable package func makeLink() -> Link { RemoteLink(Self.name, schedule) }
  @inlinable package mutating func step(_ input: Value) throws(Never) -> Step<Value> { .emit(input) }
}
