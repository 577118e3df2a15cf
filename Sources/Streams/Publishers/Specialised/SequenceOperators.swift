/// Operators on a sequence that is there: what they make of it is a sequence too, or one answer.
///
/// Each gives what it gives on any other stream of these values. The function passed to it runs at once, for every
/// element, when the operator is applied and not per subscriber (C70): on a sequence that does not end it does not
/// return. `drop`, `dropFirst` and `prefix(_:)` make a sequence over this one instead. What has no element is over
/// without demand (C3), and the end comes with the last element that is left (C49), not behind those left out.
/// Cost: an array of the results, and its elements as any sequence's. To run the function per subscriber, one element
/// at a time, write the operator's type: `Publishers.Map(upstream: numbers.publisher) { ... }`.

// MARK: other elements
extension Publishers.Sequence {
  @inlinable public func map<T>(_ transform: (Elements.Element) -> T) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.map(transform))
  }

  @inlinable public func compactMap<T>(_ transform: (Elements.Element) -> T?) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.compactMap(transform))
  }

  @inlinable public func replaceNil<T>(with output: T) -> Publishers.Sequence<[Elements.Element], Failure>
  where Elements.Element == T? {
    map { $0 ?? .some(output) }
  }

  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T
  ) -> Publishers.Sequence<[T], Failure> {
    var result = initialResult
    return map { element in
      result = nextPartialResult(result, element)
      return result
    }
  }

  @inlinable public func setFailureType<NewFailure: Error>(
    to error: NewFailure.Type
  ) -> Publishers.Sequence<Elements, NewFailure> {
    .init(sequence: sequence)
  }
}

// MARK: fewer elements
extension Publishers.Sequence {
  @inlinable public func filter(
    _ isIncluded: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<[Elements.Element], Failure> {
    .init(sequence: sequence.filter(isIncluded))
  }

  @inlinable public func prefix(
    while predicate: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<[Elements.Element], Failure> {
    .init(sequence: sequence.prefix(while: predicate))
  }

  /// A negative length traps.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    .init(sequence: sequence.prefix(maxLength))
  }

  @inlinable public func drop(
    while predicate: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    .init(sequence: sequence.drop(while: predicate))
  }

  /// A negative count traps.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
    .init(sequence: sequence.dropFirst(count))
  }

  @inlinable public func ignoreOutput() -> Empty<Elements.Element, Failure> { .init() }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  @inlinable public func removeDuplicates() -> Publishers.Sequence<[Elements.Element], Failure> {
    var last: Elements.Element?
    return filter { element in
      defer { last = element }
      return if let last { last != element } else { true }
    }
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// The elements at those indices of the collection, as far as it has them. An array's begin with 0, a slice's do not.
  @inlinable public func output(
    in range: Range<Elements.Index>
  ) -> Publishers.Sequence<[Elements.Element], Failure> {
    .init(sequence: Array(sequence[range.clamped(to: sequence.startIndex..<sequence.endIndex)]))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
  /// As with any collection.
  @inlinable public func output(
    in range: Range<Elements.Index>
  ) -> Publishers.Sequence<[Elements.Element], Failure> {
    .init(sequence: Array(sequence[range.clamped(to: sequence.startIndex..<sequence.endIndex)]))
  }
}

// MARK: more elements
extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  @inlinable public func append(_ elements: Elements.Element...) -> Self { append(elements) }
  @inlinable public func append(_ publisher: Self) -> Self { append(publisher.sequence) }
  @inlinable public func append<S: Sequence>(_ elements: S) -> Self where S.Element == Elements.Element {
    .init(sequence: sequence + elements)
  }

  @inlinable public func prepend(_ elements: Elements.Element...) -> Self { prepend(elements) }
  @inlinable public func prepend(_ publisher: Self) -> Self { prepend(publisher.sequence) }
  @inlinable public func prepend<S: Sequence>(_ elements: S) -> Self where S.Element == Elements.Element {
    .init(sequence: elements + sequence)
  }
}
