/// Operators on a value or a failure that is there: so is what they make of it. A failure stays what it is.
///
/// Each gives what it gives on any other stream of one value or a failure. The function passed to it runs at once, when
/// the operator is applied, and not per subscriber (C70). The result is a source again: a failure needs no demand (C3).

// MARK: the value, or another in its place
extension Result.Publisher {
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
    .init(result.map(transform))
  }

  /// The first error thrown is the failure of the stream. So for each `try` operator below.
  @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error> { try transform(result.get()) }.publisher
  }

  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  @inlinable public func mapError<NewFailure: Error>(
    _ transform: (Failure) -> NewFailure
  ) -> Result<Output, NewFailure>.Publisher {
    .init(result.mapError(transform))
  }

  @inlinable public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
    switch result {
    case .success(let output): Result<Output, Never>.success(output).publisher
    case .failure: Result<Output, Never>.success(output).publisher
    }
  }

  /// It does not end without a value.
  @inlinable public func replaceEmpty(with output: Output) -> Self { self }

  /// It would fail again, however often.
  @inlinable public func retry(_ times: Int) -> Self { self }

  // A single value is compared with nothing: the functions are not called.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }
  @inlinable public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { $0 }
  }
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  @inlinable public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { $0 }
  }
  @inlinable public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { $0 }
  }
  @inlinable public func first() -> Self { self }
  @inlinable public func last() -> Self { self }
}

extension Result.Publisher where Failure == Never {
  @inlinable public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Result<Output, NewFailure>.Publisher {
    switch result {
    case .success(let output): Result<Output, NewFailure>.success(output).publisher
    }
  }
}

extension Result.Publisher where Success: Equatable {
  @inlinable public func removeDuplicates() -> Self { self }
  @inlinable public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher { contains { $0 == output } }
}

extension Result.Publisher where Success: Comparable {
  @inlinable public func min() -> Self { self }
  @inlinable public func max() -> Self { self }
}

// MARK: what can be said of one value
extension Result.Publisher {
  @inlinable public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }
  @inlinable public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }

  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  @inlinable public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

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
  ) -> Result<T, Failure>.Publisher {
    scan(initialResult, nextPartialResult)
  }

  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryScan(initialResult, nextPartialResult)
  }

  /// Finishes at once, also if the result is a failure: the type, which is Combine's, has no room for one.
  @inlinable public func ignoreOutput() -> Empty<Output, Failure> { .init() }
}
