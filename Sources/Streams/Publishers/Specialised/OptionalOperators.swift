/// Operators on a value that may be there: so may what they make of it.
///
/// Each gives what it gives on any other stream of one value or none. The function passed to it runs at once, when the
/// operator is applied, and not per subscriber (C70). The result is a source again: what has no value is over without
/// demand (C3).

// MARK: the value, or another in its place
extension Optional.Publisher {
  @inlinable public func map<T>(_ transform: (Output) -> T) -> T?.Publisher { .init(output.map(transform)) }

  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> T?.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  // It cannot fail.
  @inlinable public func retry(_ times: Int) -> Self { self }
  @inlinable public func replaceError(with output: Output) -> Self { self }

  @inlinable public func replaceEmpty(with output: Output) -> Just<Output> { .init(self.output ?? output) }

  // A single value is compared with nothing: the functions are not called.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  @inlinable public func first() -> Self { self }
  @inlinable public func last() -> Self { self }
}

extension Optional.Publisher where Wrapped: Equatable {
  @inlinable public func removeDuplicates() -> Self { self }
  @inlinable public func contains(_ output: Output) -> Bool?.Publisher { contains { $0 == output } }
}

extension Optional.Publisher where Wrapped: Comparable {
  @inlinable public func min() -> Self { self }
  @inlinable public func max() -> Self { self }
}

// MARK: the value, or nothing
extension Optional.Publisher {
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> T?.Publisher {
    .init(output.flatMap(transform))
  }

  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Self { compactMap { isIncluded($0) ? $0 : nil } }
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Self { compactMap { predicate($0) ? nil : $0 } }
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Self { filter(predicate) }
  @inlinable public func first(where predicate: (Output) -> Bool) -> Self { filter(predicate) }
  @inlinable public func last(where predicate: (Output) -> Bool) -> Self { filter(predicate) }

  /// A negative count traps.
  @inlinable public func dropFirst(_ count: Int = 1) -> Self {
    precondition(count >= 0, "fewer than none cannot be dropped")
    return .init(count == 0 ? output : nil)
  }

  /// A negative length traps.
  @inlinable public func prefix(_ maxLength: Int) -> Self {
    precondition(maxLength >= 0, "a prefix cannot be shorter than nothing")
    return .init(maxLength == 0 ? nil : output)
  }

  /// A negative index traps.
  @inlinable public func output(at index: Int) -> Self {
    precondition(index >= 0, "an index counts from zero")
    return .init(index == 0 ? output : nil)
  }

  /// The value if the range begins with 0 and is not empty. A negative bound traps.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Self where R.Bound == Int {
    let places = range.relative(to: 0..<Int.max)
    precondition(places.lowerBound >= 0, "a range counts from zero")
    return .init(places.contains(0) ? output : nil)
  }

  @inlinable public func ignoreOutput() -> Empty<Output, Failure> { .init() }
}

// MARK: what can be said of one value, or of none
extension Optional.Publisher {
  /// An empty array if there is no value, as with every empty stream.
  @inlinable public func collect() -> [Output]?.Publisher { .init(output.map { [$0] } ?? []) }

  /// 0 if there is no value.
  @inlinable public func count() -> Int?.Publisher { .init(output == nil ? 0 : 1) }

  /// True if there is no value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Bool?.Publisher {
    .init(output.map(predicate) ?? true)
  }

  /// False if there is no value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Bool?.Publisher {
    .init(output.map(predicate) ?? false)
  }

  /// The initial result if there is no value.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> T?.Publisher {
    .init(output.map { nextPartialResult(initialResult, $0) } ?? initialResult)
  }
}
