extension Publisher {
  /// Republishes this publisher's values, and once it has finished those of `publisher`.
  ///
  /// Each is asked for what is left of the demand. A failure of either ends the stream; `publisher` is subscribed to
  /// only when the first has finished. A value that nobody asked for is dropped (C20).
  /// Cost per value: one atomic word, in and out.
  ///
  /// A chain that is made in a loop, erased in each round, is flat however long it is: it needs no more stack to be
  /// subscribed to, to run and to be freed than one part does. Another operator in each round makes it deep.
  /// Differs from Combine: docs/decisions/041.
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
      Succession("Concatenate", subscriber, surplus: .isDropped).begin(with: prefix, AppendEnding(suffix: suffix))
    }

    /// If a part is erased this is erased as a flat chain; else each part stays specialised.
    @inlinable public func _erased() -> AnyPublisher<Output, Failure>? {
      let (first, second) = (prefix._erased(), suffix._erased())
      if first == nil && second == nil { return nil }
      return AnyPublisher(first ?? AnyPublisher(prefix), followedBy: second ?? AnyPublisher(suffix))
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

extension PublisherBox {
  /// Runs one part after the other.
  @inline(never) @inlinable func runParts(_ subscriber: AnySubscriber<Output, Failure>) {
    Succession("Concatenate", subscriber, surplus: .isDropped).begin(withPartsOf: self) {
      AnyPublisher(unsafeDowncast($0, to: PublisherBox<Output, Failure>.self))
    }
  }
}
