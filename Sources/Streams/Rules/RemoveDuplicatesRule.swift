/// Cannot fail for `removeDuplicates`, with any error for its `try` form.
@usableFromInline
package struct RemoveDuplicatesRule<T: PairTest, How: Holding>: RelayRule where How.Passing == T.Value {
  @inlinable package static var name: String {
    T.Failure.self == (any Error).self ? "TryRemoveDuplicates" : "RemoveDuplicates"
  }
  @inlinable package static var early: EarlySignals { .trap }
  /// A test of equality that cancels the stream is not worth two instructions for each value.
  @inlinable package static var mayCancel: Bool { T.Failure.self != Never.self }
  @inlinable package static var trapsOnZero: Bool { true }
  @usableFromInline package let isSame: T
  @usableFromInline package var last: Remembered<How.Held>
  // Here, not beside the property: the initial value of a property is not specialised.
  @inlinable package init(_ isSame: T, _: How.Type) { (self.isSame, last) = (isSame, Remembered()) }
  @inlinable @inline(__always) package mutating func step(_ input: T.Value) throws(T.Failure) -> Step<T.Value> {
    var isRepeated = false
    if let last = last.value {
      defer { withExtendedLifetime(last) {} }
      isRepeated = try isSame(How.look(last), input)
    }
    last.value = How.hold(input)
    return isRepeated ? .skip : .emit(input)
  }
}

extension RemoveDuplicatesRule where How == AsIs<T.Value> {
  @inlinable package init(_ isSame: T) { self.init(isSame, How.self) }
}
