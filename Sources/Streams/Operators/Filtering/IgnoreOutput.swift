import Synchronization

extension Publisher {
  /// Drops every value and tells only how the stream ends.
  ///
  /// Asks upstream for everything, right after the subscription has gone down, unless that was cancelled there. The end
  /// and cancelling are upstream's own; it keeps nothing.
  @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { .init(upstream: self) }
}

extension Publishers {
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Ignoring<Upstream.Output, S>(subscriber))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.upstream == rhs.upstream }
}

/// Passes on everything but the values (C6). Downstream's demand means nothing: it asks for all itself (C24).
@frozen @usableFromInline package struct Ignoring<Input, Downstream: Subscriber>: Subscriber, NamedInLogs {
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let downstream: Downstream
  @inlinable package init(_ downstream: Downstream) { self.downstream = downstream }

  @usableFromInline package var name: String { "IgnoreOutput" }
  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable package func receive(subscription: any Subscription) {
    let own = IgnoringSubscription(subscription)
    downstream.receive(subscription: own)
    own.askForAll()
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand { .none }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}

/// Knows whether it was cancelled, so that nothing is asked for after that (C61): upstream might not.
@usableFromInline package final class IgnoringSubscription: LikeUpstreams, CustomReflectable {
  private let isCancelled = Atomic(false)
  @usableFromInline package override init(_ subscription: any Subscription) { super.init(subscription) }

  @usableFromInline package func askForAll() {
    if !isCancelled.load(ordering: .relaxed) { subscription.request(.unlimited) }
  }

  @usableFromInline package override func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    super.cancel()
  }

  @usableFromInline package var customMirror: Mirror { Mirror(reflecting: subscription) }
}
