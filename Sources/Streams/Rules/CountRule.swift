@usableFromInline package struct CountRule<Input>: FoldRule {
  @inlinable package var name: String { "Count" }
  @usableFromInline package var count = 0
  @inlinable package init() {}
  @inlinable package mutating func take(_ input: Input) throws(Never) -> Bool {
    count += 1
    return false
  }
  @inlinable package mutating func answer() -> Int? { count }
}
