/// How an operator keeps a value that has to wait.
///
/// A Swift value is kept as it is (`AsIs`). A value that is only lent for the length of a call (the C API's)
/// has to be copied or counted, so an operator that stores is generic over this and asks only when a value
/// really waits: what passes straight through costs nothing.
@usableFromInline package protocol Holding {
  /// What travels.
  associatedtype Passing
  /// What is kept of it.
  associatedtype Held
  static func hold(_ value: Passing) -> Held
  /// Lends what is kept to `body`, for the length of the call.
  static func lend<Result>(_ held: Held, _ body: (Passing) -> Result) -> Result
  /// What is kept, as it travels; good as long as `held`, which the caller extends. For what may throw: a closure whose
  /// error is generic is called through a thunk.
  static func look(_ held: Held) -> Passing
  /// What is kept, for whoever takes what a rule makes: it no longer needs the rule.
  static func give(_ held: Held) -> Passing
  /// Runs what delivers several values one after the other: whoever takes them in batches is told when that ends.
  static func burst(_ body: () -> Void)
}

extension Holding {
  @inlinable @inline(__always) package static func burst(_ body: () -> Void) { body() }
}

/// Keeps a value as it is.
@usableFromInline package enum AsIs<Value>: Holding {
  @inlinable @inline(__always) package static func hold(_ value: Value) -> Value { value }
  @inlinable @inline(__always) package static func lend<Result>(_ held: Value, _ body: (Value) -> Result) -> Result {
    body(held)
  }
  @inlinable @inline(__always) package static func look(_ held: Value) -> Value { held }
  @inlinable @inline(__always) package static func give(_ held: Value) -> Value { held }
}
