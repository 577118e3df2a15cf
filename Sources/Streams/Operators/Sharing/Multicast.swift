extension Publisher {
  /// Sends everything through one subject, made when the first subscriber comes, to all its subscribers.
  ///
  /// Nothing flows before `connect()`; then the subject asks for everything once a subscriber has asked for something
  /// (C84). Demand and the end are as the subject has it; there is one subject for the life of this publisher, so
  /// that after the completion later subscribers only get that. Cost per value: the subject's.
  ///
  @inlinable public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    .init(upstream: self, createSubject: createSubject)
  }

  /// Sends everything through `subject`. As ``multicast(_:)``.
  @inlinable public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    multicast { subject }
  }
}

extension Publishers {
  /// What ``Publisher/multicast(_:)`` makes.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
  where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let createSubject: () -> SubjectType
    @usableFromInline let lock = Lock()
    @usableFromInline var made: SubjectType?

    @inlinable public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    /// Made when it is first needed. Not under the lock, so the closure may do what it likes (C36): of two threads that
    /// come first together each may call it, and one of the two subjects is dropped unused.
    @usableFromInline var subject: SubjectType {
      if let made = lock.withLock({ made }) { return made }
      let candidate = createSubject()
      return lock.withLock {
        if let made { return made }
        made = candidate
        return candidate
      }
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      subject.receive(subscriber: MulticastSide(subscriber))
    }

    /// Subscribes upstream. Each call does so again; cancelling the token ends that one, without a completion.
    @inlinable public func connect() -> any Cancellable { upstream.subscribe(subject) }
  }
}

/// A subscriber of the shared subject: values go straight through. What downstream asks for in return is asked for by a
/// request, as in Combine: a subject of the program's own may count on it.
@frozen @usableFromInline package struct MulticastSide<Downstream: Subscriber>: Subscriber {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let first = MulticastSubscription()
  @inlinable package init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
  @inlinable package func receive(subscription: any Subscription) {
    downstream.receive(subscription: first.take(subscription))
  }
  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    let more = downstream.receive(input)
    if more != .none { first.request(more) }
    return .none
  }
  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}

/// The subject's subscription under the operator's name.
@usableFromInline package final class MulticastSubscription: Subscription, NamedInLogs {
  /// Written once, before anybody downstream has this.
  @exclusivity(unchecked) private var subscription: (any Subscription)?
  @usableFromInline package init() {}

  /// Itself, for the subscription; another one if it has one already.
  @usableFromInline package func take(_ subscription: any Subscription) -> MulticastSubscription {
    if self.subscription != nil { return MulticastSubscription().take(subscription) }
    self.subscription = subscription
    return self
  }

  @usableFromInline package var name: String { "Multicast" }
  @usableFromInline package func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  @usableFromInline package func cancel() { subscription?.cancel() }
}

extension MulticastSide: NamedInLogs {
  @usableFromInline package var name: String { "Multicast" }
}
