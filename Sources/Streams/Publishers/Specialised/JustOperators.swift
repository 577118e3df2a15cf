/// Operators on a value that is there: so is what they make of it.
///
/// Each gives what it gives on any other stream of one value. The function passed to it runs at once, when the
/// operator is applied, and not per subscriber (C70). The result is a source again: what has no value or has failed is
/// over without demand (C3).

// MARK: the value, or another in its place
extension Just {
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Just<T> { .init(transform(output)) }

  /// The first error thrown is the failure of the stream. So for each `try` operator below.
  @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result { try transform(output) }.publisher
  }

  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result.success(nextPartialResult(initialResult, output)).publisher
  }

  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try nextPartialResult(initialResult, output) }.publisher
  }

  @inlinable public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Result<Output, NewFailure>.Publisher {
    Result.success(output).publisher
  }

  /// There is no failure to call it with.
  @inlinable public func mapError<NewFailure: Error>(
    _ transform: (Never) -> NewFailure
  ) -> Result<Output, NewFailure>.Publisher {
    Result.success(output).publisher
  }

  // It cannot fail and is not empty.
  @inlinable public func retry(_ times: Int) -> Just { self }
  @inlinable public func replaceError(with output: Output) -> Just { self }
  @inlinable public func replaceEmpty(with output: Output) -> Just { self }

  // A single value is compared with nothing: the functions are not called.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }
  @inlinable public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result.success(output).publisher
  }
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  @inlinable public func first() -> Just { self }
  @inlinable public func last() -> Just { self }
}

extension Just where Output: Equatable {
  @inlinable public func removeDuplicates() -> Just { self }
  @inlinable public func contains(_ output: Output) -> Just<Bool> { .init(self.output == output) }
}

extension Just where Output: Comparable {
  @inlinable public func min() -> Just { self }
  @inlinable public func max() -> Just { self }
}

// MARK: the value, or nothing
extension Just {
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> T?.Publisher { .init(transform(output)) }

  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Output?.Publisher {
    .init(isIncluded(output) ? output : nil)
  }

  @inlinable public func drop(while predicate: (Output) -> Bool) -> Output?.Publisher {
    .init(predicate(output) ? nil : output)
  }

  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }
  @inlinable public func first(where predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }
  @inlinable public func last(where predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }

  /// A negative count traps.
  @inlinable public func dropFirst(_ count: Int = 1) -> Output?.Publisher {
    Optional(output).publisher.dropFirst(count)
  }

  /// A negative length traps.
  @inlinable public func prefix(_ maxLength: Int) -> Output?.Publisher { Optional(output).publisher.prefix(maxLength) }

  /// A negative index traps.
  @inlinable public func output(at index: Int) -> Output?.Publisher { Optional(output).publisher.output(at: index) }

  /// The value if the range begins with 0. A range that begins below has nothing.
  ///
  /// In Combine an empty range has the value: a fault there.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Output?.Publisher where R.Bound == Int {
    let places = range.relative(to: 0..<Int.max)
    return .init(places.lowerBound == 0 && !places.isEmpty ? output : nil)
  }

  @inlinable public func ignoreOutput() -> Empty<Output, Never> { .init() }
}

// MARK: what can be said of one value
extension Just {
  @inlinable public func collect() -> Just<[Output]> { .init([output]) }
  @inlinable public func count() -> Just<Int> { .init(1) }
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }

  @inlinable public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  @inlinable public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    scan(initialResult, nextPartialResult)
  }

  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryScan(initialResult, nextPartialResult)
  }
}

// MARK: the value among others
extension Just {
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { append(elements) }
  @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { prepend(elements) }

  @inlinable public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Sequence<[Output], Never> where S.Element == Output {
    .init(sequence: [output] + elements)
  }

  @inlinable public func prepend<S: Sequence>(
    _ elements: S
  ) -> Publishers.Sequence<[Output], Never> where S.Element == Output {
    .init(sequence: elements + [output])
  }
}
