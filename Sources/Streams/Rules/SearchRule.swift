/// Looks for a value whose test gives what is looked for: one that passes for `contains`, one that fails for
/// `allSatisfy`. Found, that is the answer; else its opposite.
@usableFromInline package struct SearchRule<T: Test>: FoldRule {
  @usableFromInline package let name: String
  @usableFromInline package let answerIfFound: Bool
  @usableFromInline package let test: T
  @usableFromInline package var isFound = false
  @inlinable package init(_ name: String, answerIfFound: Bool, _ test: T) {
    self.name = name
    self.answerIfFound = answerIfFound
    self.test = test
  }
  @inlinable @inline(__always) package mutating func take(_ input: T.Value) throws(T.Failure) -> Bool {
    isFound = try test(input) == answerIfFound
    return isFound
  }
  @inlinable package mutating func answer() -> Bool? { isFound == answerIfFound }
}
