@usableFromInline package struct OutputRule<Value>: RelayRule {
  @inlinable package static var name: String { "Output" }
  @inlinable package static var mayCancel: Bool { false }
  @inlinable package static var early: EarlySignals { .pass }
  @usableFromInline package var toSkip: Int
  @usableFromInline package var remaining: Int
  @inlinable package init(_ range: CountableRange<Int>) {
    toSkip = range.lowerBound
    remaining = range.count
  }
  @inlinable package var isOverAtOnce: Bool { remaining == 0 }
  @inlinable package mutating func step(_ input: Value) throws(Never) -> Step<Value> {
    if toSkip > 0 {
      toSkip -= 1
      return .skip
    }
    if remaining == 0 { return .keep }  // the last value brought another with it
    remaining -= 1
    return remaining == 0 ? .emitLast(input) : .emit(input)
  }
}
