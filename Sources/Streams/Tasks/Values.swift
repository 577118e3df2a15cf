extension Publisher where Failure == Never {
  /// The values as an asynchronous sequence: `for await value in publisher.values`.
  ///
  /// Each iteration subscribes once, and asks for one value at a time: what a subject sends between two calls of
  /// `next()` is lost. The loop ends with the stream, or with its task's cancellation, which cancels the stream.
  /// Leaving the loop cancels too.
  /// Differs from Combine: docs/decisions/063.
  @inlinable public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
  /// The values as an asynchronous sequence that throws: `for try await value in publisher.values`.
  ///
  /// A failure is thrown once, after the values before it; for the rest as for a publisher that cannot fail.
  @inlinable public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that cannot fail, as an asynchronous sequence.
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence where Upstream.Failure == Never {
  public typealias Element = Upstream.Output
  public typealias AsyncIterator = Iterator
  @usableFromInline let publisher: Upstream

  @inlinable public init(_ publisher: Upstream) { self.publisher = publisher }

  /// Subscribes.
  @inlinable public func makeAsyncIterator() -> Iterator { Iterator(AsyncInlet(publisher)) }

  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = Upstream.Output
    @usableFromInline let lease: AsyncLease<Upstream.Output, Never>
    @inlinable init(_ inlet: AsyncInlet<Upstream.Output, Never>) { lease = AsyncLease(inlet) }

    /// Asks for a value and waits for it. nil once the stream is over.
    @inlinable public mutating func next() async -> Element? { await next(isolation: nil) }

    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      switch await lease.next(isolation: actor) {
      case .success(let value): value
      }
    }
  }
}

/// The values of a publisher that may fail, as an asynchronous sequence.
public struct AsyncThrowingPublisher<Upstream: Publisher>: AsyncSequence {
  public typealias Element = Upstream.Output
  public typealias AsyncIterator = Iterator
  @usableFromInline let publisher: Upstream

  @inlinable public init(_ publisher: Upstream) { self.publisher = publisher }

  /// Subscribes.
  @inlinable public func makeAsyncIterator() -> Iterator { Iterator(AsyncInlet(publisher)) }

  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = Upstream.Output
    @usableFromInline let lease: AsyncLease<Upstream.Output, Upstream.Failure>
    @inlinable init(_ inlet: AsyncInlet<Upstream.Output, Upstream.Failure>) { lease = AsyncLease(inlet) }

    /// Asks for a value and waits for it. nil once the stream is over; its failure is thrown, once.
    @inlinable public mutating func next() async throws -> Element? { try await next(isolation: nil) }

    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Element? {
      try await lease.next(isolation: actor).get()
    }
  }
}

extension AsyncPublisher: Sendable where Upstream: Sendable {}
extension AsyncThrowingPublisher: Sendable where Upstream: Sendable {}

/// Cancels the stream when the last iterator of it goes.
@usableFromInline final class AsyncLease<Output, Failure: Error> {
  @usableFromInline let inlet: AsyncInlet<Output, Failure>
  @inlinable init(_ inlet: AsyncInlet<Output, Failure>) { self.inlet = inlet }
  @inlinable deinit { inlet.cancel() }

  /// Not the inlet's own, called from outside: the lease could be gone by the time the value comes, and with it the
  /// stream, if this is the last that is done with the iterator.
  @inlinable func next(isolation actor: isolated (any Actor)?) async -> Result<Output?, Failure> {
    defer { withExtendedLifetime(self) {} }
    return await inlet.next(isolation: actor)
  }
}
