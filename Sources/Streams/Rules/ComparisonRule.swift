@usableFromInline package struct ComparisonRule<T: PairTest, How: Holding>: FoldRule where How.Passing == T.Value {
  @usableFromInline package let name: String
  @usableFromInline package let areInIncreasingOrder: T
  @usableFromInline package var best: Remembered<How.Held>
  @inlinable package init(_ name: String, _ areInIncreasingOrder: T, _: How.Type) {
    self.name = name
    self.areInIncreasingOrder = areInIncreasingOrder
    best = Remembered()
  }
  @inlinable @inline(__always) package mutating func take(_ input: T.Value) throws(T.Failure) -> Bool {
    if let best = best.value {
      defer { withExtendedLifetime(best) {} }
      if try !areInIncreasingOrder(How.look(best), input) { return false }
    }
    best.value = How.hold(input)
    return false
  }
  @inlinable package var hasAnswer: Bool { best.value != nil }
  @inlinable package mutating func answer() -> T.Value? { best.value.map { How.give($0) } }
}

extension ComparisonRule where How == AsIs<T.Value> {
  @inlinable package init(_ name: String, _ areInIncreasingOrder: T) { self.init(name, areInIncreasingOrder, How.self) }
}
