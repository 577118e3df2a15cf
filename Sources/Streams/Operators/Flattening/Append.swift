extension Publisher {
  /// Republishes this publisher's values, and once it has finished those of `publisher`.
  ///
  /// Each is asked for what is left of the demand. A failure of either ends the stream; `publisher` is subscribed to
  /// only when the first has finished. Cost per value: one atomic word, in and out.
  @inlinable public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: self, suffix: publisher)
  }

  /// Adds `elements` after the values of this publisher. As ``append(_:)``.
  @inlinable public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Adds `elements` after the values of this publisher. As ``append(_:)``.
  @inlinable public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }

  /// Publishes the values of `publisher`, and once it has finished those of this one. As ``append(_:)``.
  @inlinable public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: publisher, suffix: self)
  }

  /// Puts `elements` before the values of this publisher. As ``append(_:)``.
  @inlinable public func prepend<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output {
    prepend(Publishers.Sequence(sequence: elements))
  }

  /// Puts `elements` before the values of this publisher. As ``append(_:)``.
  @inlinable public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }
}

extension Publishers {
  /// What ``Publisher/append(_:)`` and ``Publisher/prepend(_:)`` make: one publisher after another.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure
    public let prefix: Prefix
    public let suffix: Suffix
    @inlinable public init(prefix: Prefix, suffix: Suffix) { (self.prefix, self.suffix) = (prefix, suffix) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Succession("Concatenate", subscriber, dropsSurplus: true).begin(with: prefix, AppendEnding(suffix: suffix))
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

@frozen @usableFromInline package struct AppendEnding<Suffix: Publisher, Downstream: Subscriber>: Ending
where Suffix.Output == Downstream.Input, Suffix.Failure == Downstream.Failure {
  @usableFromInline package let suffix: Suffix
  @inlinable package init(suffix: Suffix) { self.suffix = suffix }
  @inlinable package func end(
    _ completion: Subscribers.Completion<Suffix.Failure>, _ succession: Succession<Downstream>
  ) {
    switch completion {
    case .finished: succession.follow(suffix, LastEnding())
    case .failure: succession.end(completion)
    }
  }
}
