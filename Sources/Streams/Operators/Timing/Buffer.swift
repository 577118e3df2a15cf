extension Publisher {
  /// Keeps up to `size` values for which there is no demand yet.
  ///
  /// With `.byRequest` it asks upstream for everything at once, with `.keepFull` for `size` values and then for one in
  /// place of each that has gone down. `whenFull` says what happens to a value too many: it is dropped, or the oldest
  /// is, or upstream is cancelled and the stream fails at once, dropping what was kept (C45). Finishing waits for
  /// demand, also when nothing is kept (C47); a failure comes after the kept values that are asked for, and at once
  /// without demand. Cost per value: one atomic word, in and out.
  /// Differs from Combine: docs/decisions/007.
  @inlinable public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    .init(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// What ``Publisher/buffer(size:prefetch:whenFull:)`` makes.
  public struct Buffer<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let size: Int
    public let prefetch: PrefetchStrategy
    public let whenFull: BufferingStrategy<Failure>

    @inlinable public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
    ) {
      precondition(size >= 0, "a buffer cannot be smaller than nothing")
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Buffering(subscriber, AsIs<Output>.self, size, prefetch, whenFull))
    }
  }
}
