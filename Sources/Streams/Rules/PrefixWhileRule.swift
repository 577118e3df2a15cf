/// Cannot fail for `prefix(while:)`, with any error for its `try` form.
@usableFromInline package struct PrefixWhileRule<T: Test>: RelayRule {
  @inlinable package static var name: String { T.Failure.self == (any Error).self ? "TryPrefixWhile" : "PrefixWhile" }
  @inlinable package static var early: EarlySignals { .trap }
  @inlinable package static var trapsOnZero: Bool { true }
  @usableFromInline package let isPassed: T
  @inlinable package init(_ isPassed: T) { self.isPassed = isPassed }
  @inlinable @inline(__always) package mutating func step(_ input: T.Value) throws(T.Failure) -> Step<T.Value> {
    try isPassed(input) ? .emit(input) : .finish
  }
}
