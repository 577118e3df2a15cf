/// Cannot fail for `drop(while:)`, with any error for its `try` form.
@usableFromInline package struct DropWhileRule<T: Test>: RelayRule {
  @inlinable package static var name: String { T.Failure.self == (any Error).self ? "TryDropWhile" : "DropWhile" }
  @inlinable package static var trapsOnZero: Bool { true }
  @usableFromInline package let isDropped: T
  @usableFromInline package var isOpen = false
  @inlinable package init(_ isDropped: T) { self.isDropped = isDropped }
  @inlinable @inline(__always) package mutating func step(_ input: T.Value) throws(T.Failure) -> Step<T.Value> {
    if !isOpen, try isDropped(input) { return .skip }
    isOpen = true
    return .emit(input)
  }
}
