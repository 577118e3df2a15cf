/// A user's test of a value, called in one way whether it can throw or not, so that one rule serves an operator and its
/// `try` form.
///
/// A closure whose error type is generic would do as well, but is called through a thunk and never inlined: row 4 of
/// the benchmarks went from 102 to 148 instructions a value.
@usableFromInline package protocol Test<Value, Failure> {
  associatedtype Value
  associatedtype Failure: Error
  func callAsFunction(_ value: Value) throws(Failure) -> Bool
}

@frozen @usableFromInline package struct SureTest<Value>: Test {
  @usableFromInline package let body: (Value) -> Bool
  @inlinable package init(_ body: @escaping (Value) -> Bool) { self.body = body }
  @inlinable @inline(__always) package func callAsFunction(_ value: Value) throws(Never) -> Bool { body(value) }
}

@frozen @usableFromInline package struct TryTest<Value>: Test {
  @usableFromInline package let body: (Value) throws -> Bool
  @inlinable package init(_ body: @escaping (Value) throws -> Bool) { self.body = body }
  @inlinable @inline(__always) package func callAsFunction(_ value: Value) throws(any Error) -> Bool { try body(value) }
}

/// A user's test of two values, in the same way.
@usableFromInline package protocol PairTest<Value, Failure> {
  associatedtype Value
  associatedtype Failure: Error
  func callAsFunction(_ first: Value, _ second: Value) throws(Failure) -> Bool
}

@frozen @usableFromInline package struct SurePairTest<Value>: PairTest {
  @usableFromInline package let body: (Value, Value) -> Bool
  @inlinable package init(_ body: @escaping (Value, Value) -> Bool) { self.body = body }
  @inlinable @inline(__always) package func callAsFunction(_ first: Value, _ second: Value) throws(Never) -> Bool {
    body(first, second)
  }
}

@frozen @usableFromInline package struct TryPairTest<Value>: PairTest {
  @usableFromInline package let body: (Value, Value) throws -> Bool
  @inlinable package init(_ body: @escaping (Value, Value) throws -> Bool) { self.body = body }
  @inlinable @inline(__always) package func callAsFunction(_ first: Value, _ second: Value) throws(any Error) -> Bool {
    try body(first, second)
  }
}
