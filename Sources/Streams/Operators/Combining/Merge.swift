extension Publisher {
  /// Republishes the values of both publishers as they come.
  ///
  /// Asks each for one at a time, for everything once everything is asked of it; without demand it holds one value of
  /// each. Finishes when both have and nothing is held; a failure of either goes down at once, cancels the other and
  /// drops what is held (C45). An input is not subscribed to if the stream is over before its turn comes.
  /// Cost per value: one atomic word, in and out.
  /// Differs from Combine: docs/decisions/014 and docs/decisions/040.
  @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(self, other)
  }

  /// Republishes the values of three publishers as they come. As ``merge(with:)``.
  @inlinable public func merge<B: Publisher, C: Publisher>(
    with b: B, _ c: C
  ) -> Publishers.Merge3<Self, B, C>
  where B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure { .init(self, b, c) }

  /// Republishes the values of four publishers as they come. As ``merge(with:)``.
  @inlinable public func merge<B: Publisher, C: Publisher, D: Publisher>(
    with b: B, _ c: C, _ d: D
  ) -> Publishers.Merge4<Self, B, C, D>
  where
    B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
    D.Failure == Failure
  { .init(self, b, c, d) }

  /// Republishes the values of five publishers as they come. As ``merge(with:)``.
  @inlinable public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E
  ) -> Publishers.Merge5<Self, B, C, D, E>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure,
    D.Output == Output, D.Failure == Failure,
    E.Output == Output, E.Failure == Failure
  { .init(self, b, c, d, e) }

  /// Republishes the values of six publishers as they come. As ``merge(with:)``.
  @inlinable public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Publishers.Merge6<Self, B, C, D, E, F>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure,
    D.Output == Output, D.Failure == Failure,
    E.Output == Output, E.Failure == Failure,
    F.Output == Output, F.Failure == Failure
  { .init(self, b, c, d, e, f) }

  /// Republishes the values of seven publishers as they come. As ``merge(with:)``.
  @inlinable public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
  ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure,
    D.Output == Output, D.Failure == Failure,
    E.Output == Output, E.Failure == Failure,
    F.Output == Output, F.Failure == Failure,
    G.Output == Output, G.Failure == Failure
  { .init(self, b, c, d, e, f, g) }

  /// Republishes the values of eight publishers as they come. As ``merge(with:)``.
  @inlinable
  public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
  ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure,
    D.Output == Output, D.Failure == Failure,
    E.Output == Output, E.Failure == Failure,
    F.Output == Output, F.Failure == Failure,
    G.Output == Output, G.Failure == Failure,
    H.Output == Output, H.Failure == Failure
  { .init(self, b, c, d, e, f, g, h) }
}

extension Publishers {
  /// What ``Publisher/merge(with:)`` makes.
  public struct Merge<A: Publisher, B: Publisher>: Publisher
  where A.Output == B.Output, A.Failure == B.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) {
      (self.a, self.b) = (a, b)
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let merge = Join(merging: subscriber, 2)
      merge.take(a, as: 0)
      merge.take(b, as: 1)
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
