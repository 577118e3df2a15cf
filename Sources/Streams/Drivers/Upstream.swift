import Synchronization

/// One upstream subscription, from before it arrives until it is over. Any thread may use it.
///
/// Not generic on purpose: it is handed downstream as `any Subscription`, and a call through an
/// existential to a *generic* class runs the compiler's slow, unspecialised copy of the method.
@usableFromInline package final class Upstream: Subscription {
  @usableFromInline package enum Phase { case waiting, active, over }

  @usableFromInline package let lock = Lock()
  @exclusivity(unchecked) @usableFromInline package var phase = Phase.waiting
  @exclusivity(unchecked) @usableFromInline package var early = Subscribers.Demand.none
  @exclusivity(unchecked) @usableFromInline package var subscription: (any Subscription)?
  /// How many upstream values make one for downstream (`collect(n)`).
  @usableFromInline package let scale: Int
  /// Read once per value without the lock; a stale answer only lets through a value that raced with `cancel()`.
  @usableFromInline package let live = Atomic<Bool>(true)
  /// For a driver that keeps its upstreams in a list (`Inners`); touched only in the driver's turn.
  @exclusivity(unchecked) @usableFromInline package var before: Upstream?
  @exclusivity(unchecked) @usableFromInline package var after: Upstream?
  /// Likewise: how many of its values wait for demand.
  @exclusivity(unchecked) @usableFromInline package var held = 0
  @exclusivity(unchecked) @usableFromInline package var hasEnded = false

  @usableFromInline package init(scale: Int = 1, early: Subscribers.Demand = .none) {
    self.scale = scale
    self.early = early
  }

  @inlinable package var isLive: Bool { live.load(ordering: .relaxed) }

  /// Takes the subscription in. A second one, or one that comes too late, is cancelled (C8, C11).
  @usableFromInline package func begin(_ subscription: any Subscription) -> Bool {
    let isWelcome = lock.withLock {
      guard phase == .waiting else { return false }
      phase = .active
      self.subscription = subscription
      return true
    }
    if !isWelcome { subscription.cancel() }
    return isWelcome
  }

  /// Asks for what was requested before the subscription came.
  @usableFromInline package func settle() {
    let (subscription, early): ((any Subscription)?, Subscribers.Demand) = lock.withLock {
      defer { self.early = .none }
      return (self.subscription, self.early)
    }
    if early != .none { subscription?.request(early) }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    let demand = scale == 1 ? demand : demand * scale
    let subscription: (any Subscription)? = lock.withLock {
      if phase == .waiting { early += demand }
      return self.subscription
    }
    subscription?.request(demand)
  }

  @usableFromInline package func cancel() { take()?.cancel() }

  /// The end, whoever brings it about. True for the first to call.
  @usableFromInline package func end() -> Bool {
    guard live.exchange(false, ordering: .relaxed) else { return false }
    _ = take()
    return true
  }

  /// Ends the stream from the middle: upstream is cancelled before downstream hears of it (C42).
  @usableFromInline package func finishEarly() -> Bool {
    guard live.exchange(false, ordering: .relaxed) else { return false }
    take()?.cancel()
    return true
  }

  @usableFromInline package func take() -> (any Subscription)? {
    live.store(false, ordering: .relaxed)
    return lock.withLock {
      phase = .over
      defer { self.subscription = nil }
      return self.subscription
    }
  }
}

/// What a source hands downstream: two closures formed where every type is known.
/// It lets go of them, and so of the source, once the stream is over (C72).
@usableFromInline package final class Outlet: Subscription {
  @usableFromInline package let lock = Lock()
  @exclusivity(unchecked) @usableFromInline package var onRequest: ((Subscribers.Demand) -> Void)?
  @exclusivity(unchecked) @usableFromInline package var onCancel: (() -> Void)?

  @inlinable package init(request: @escaping (Subscribers.Demand) -> Void, cancel: @escaping () -> Void) {
    onRequest = request
    onCancel = cancel
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) { lock.withLock { onRequest }?(demand) }

  @usableFromInline package func cancel() { close()?() }

  /// Lets go of the source; the caller may still tell it.
  @discardableResult @usableFromInline package func close() -> (() -> Void)? {
    let (request, cancel) = lock.withLock {
      defer { (onRequest, onCancel) = (nil, nil) }
      return (onRequest, onCancel)
    }
    return withExtendedLifetime(request) { cancel }
  }
}
