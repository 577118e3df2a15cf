/// Operators that make one answer of a sequence. As the others on it, they work at once (C70): they go through the
/// elements when the operator is applied, as far as the answer needs. It then waits for the first request, as the value
/// of `Just`; where there is none, the stream is over without demand (C3).

// MARK: an answer in any case
extension Publishers.Sequence {
  @inlinable public func collect() -> Result<[Elements.Element], Failure>.Publisher {
    Result.success(Array(sequence)).publisher
  }

  @inlinable public func allSatisfy(
    _ predicate: (Elements.Element) -> Bool
  ) -> Result<Bool, Failure>.Publisher {
    Result.success(sequence.allSatisfy(predicate)).publisher
  }

  /// The first error thrown is the failure of the stream. So for each `try` operator below.
  @inlinable public func tryAllSatisfy(
    _ predicate: (Elements.Element) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result { try sequence.allSatisfy(predicate) }.publisher
  }

  @inlinable public func contains(
    where predicate: (Elements.Element) -> Bool
  ) -> Result<Bool, Failure>.Publisher {
    Result.success(sequence.contains(where: predicate)).publisher
  }

  @inlinable public func tryContains(
    where predicate: (Elements.Element) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result { try sequence.contains(where: predicate) }.publisher
  }

  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T
  ) -> Result<T, Failure>.Publisher {
    Result.success(sequence.reduce(initialResult, nextPartialResult)).publisher
  }

  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try sequence.reduce(initialResult, nextPartialResult) }.publisher
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  @inlinable public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
    Result.success(sequence.contains(output)).publisher
  }
}

extension Publishers.Sequence where Elements: Collection {
  @inlinable public func count() -> Result<Int, Failure>.Publisher { Result.success(sequence.count).publisher }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
  @inlinable public func count() -> Result<Int, Failure>.Publisher { Result.success(sequence.count).publisher }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  @inlinable public func count() -> Just<Int> { .init(sequence.count) }
}

// MARK: one of the elements, or none
extension Publishers.Sequence where Failure == Never {
  @inlinable public func first(where predicate: (Elements.Element) -> Bool) -> Elements.Element?.Publisher {
    .init(sequence.first(where: predicate))
  }

  /// The first of the least elements.
  @inlinable public func min(
    by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool
  ) -> Elements.Element?.Publisher {
    .init(sequence.min(by: areInIncreasingOrder))
  }

  /// The first of the greatest elements.
  @inlinable public func max(
    by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool
  ) -> Elements.Element?.Publisher {
    .init(sequence.max(by: areInIncreasingOrder))
  }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
  /// The first of the least elements.
  @inlinable public func min() -> Elements.Element?.Publisher { .init(sequence.min()) }

  /// The first of the greatest elements.
  @inlinable public func max() -> Elements.Element?.Publisher { .init(sequence.max()) }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  @inlinable public func first() -> Elements.Element?.Publisher { .init(sequence.first) }

  /// The element at that index of the collection, if it has one there: an index outside gives nothing.
  @inlinable public func output(at index: Elements.Index) -> Elements.Element?.Publisher {
    .init(sequence.indices.contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  /// As with any collection, without going through the indices.
  @inlinable public func output(at index: Elements.Index) -> Elements.Element?.Publisher {
    .init(sequence.startIndex <= index && index < sequence.endIndex ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  @inlinable public func last() -> Elements.Element?.Publisher { .init(sequence.last) }

  @inlinable public func last(where predicate: (Elements.Element) -> Bool) -> Elements.Element?.Publisher {
    .init(sequence.last(where: predicate))
  }
}
