/// `bundle` makes what goes down of what was gathered.
@usableFromInline package struct CollectByCountRule<How: Holding, Output>: RelayRule {
  @inlinable package static var name: String { "CollectByCount" }
  @inlinable package static var mayCancel: Bool { false }
  @inlinable package static var trapsOnZero: Bool { true }
  @usableFromInline package let scale: Int
  @usableFromInline package let bundle: ([How.Held]) -> Output
  @usableFromInline package var gathered: [How.Held] = []
  @inlinable package init(_ scale: Int, _: How.Type, bundle: @escaping ([How.Held]) -> Output) {
    self.scale = scale
    self.bundle = bundle
  }
  @inlinable package mutating func step(_ input: How.Passing) throws(Never) -> Step<Output> {
    gathered.append(How.hold(input))
    if gathered.count < scale { return .keep }
    defer { gathered = [] }
    return .emit(bundle(gathered))
  }
  @inlinable package mutating func rest() -> Output? {
    defer { gathered = [] }
    return gathered.isEmpty ? nil : bundle(gathered)
  }
}

@usableFromInline package struct CollectRule<How: Holding, Output>: FoldRule {
  @inlinable package var name: String { "Collect" }
  @usableFromInline package let bundle: ([How.Held]) -> Output
  @usableFromInline package var gathered: [How.Held] = []
  @inlinable package init(_: How.Type, bundle: @escaping ([How.Held]) -> Output) { self.bundle = bundle }
  @inlinable package mutating func take(_ input: How.Passing) throws(Never) -> Bool {
    gathered.append(How.hold(input))
    return false
  }
  @inlinable package mutating func answer() -> Output? { bundle(gathered) }
}
