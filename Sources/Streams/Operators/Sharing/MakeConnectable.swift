extension Publisher where Failure == Never {
  /// Waits for `connect()`: several subscribers can be there before the first value.
  ///
  /// As ``Publisher/multicast(_:)`` with a ``PassthroughSubject``: a subscriber without demand loses values. Asks
  /// upstream for everything once a subscriber has asked for something (C84). Cost per value: the subject's.
  @inlinable public func makeConnectable() -> Publishers.MakeConnectable<Self> { .init(upstream: self) }
}

extension Publishers {
  /// What ``Publisher/makeConnectable()`` makes.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    @usableFromInline let shared: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    @inlinable public init(upstream: Upstream) {
      shared = Multicast(upstream: upstream) { PassthroughSubject() }
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      shared.receive(subscriber: subscriber)
    }

    /// Subscribes upstream. Each call does so again; cancelling the token ends that one, without a completion.
    @inlinable public func connect() -> any Cancellable { shared.connect() }
  }
}

extension Publishers.MakeConnectable: @unchecked Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
