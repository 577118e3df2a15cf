extension Publisher {
  /// Republishes the values of two publishers of one type as they come. As ``merge(with:)-(P)``, with any number of
  /// inputs: more can be added.
  @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> { .init([self, other]) }
}

extension Publishers {
  /// Republishes the values of all `publishers` as they come. As ``Publisher/merge(with:)``.
  ///
  /// Without any it finishes at once. What it costs to subscribe, to ask and to finish grows with the number of
  /// inputs; a value costs the same whatever their number. It holds at most one value of each.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let publishers: [Upstream]

    @inlinable public init(_ upstream: Upstream...) { publishers = upstream }

    @inlinable public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
      publishers = Array(upstream)
    }

    /// With one input more.
    @inlinable public func merge(with other: Upstream) -> MergeMany<Upstream> { .init(publishers + [other]) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let merge = Join(merging: subscriber, publishers.count)
      for (port, publisher) in publishers.enumerated() { merge.take(publisher, as: port) }
      if publishers.isEmpty { merge.perform { merge.end(.finished) } }  // no demand needed: decision 040
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
