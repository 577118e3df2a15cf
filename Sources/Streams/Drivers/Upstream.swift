import Synchronization

/// One upstream subscription, from before it arrives until it is over. Any thread may use it.
///
/// Not generic on purpose: it is handed downstream as `any Subscription`, and a call through an
/// existential to a *generic* class runs the compiler's slow, unspecialised copy of the method.
@usableFromInline package class Upstream: Subscription, NamedInLogs {
  @usableFromInline package enum Phase { case waiting, active, over }

  @usableFromInline package let lock = Lock()
  @exclusivity(unchecked) @usableFromInline package final var phase = Phase.waiting
  @exclusivity(unchecked) @usableFromInline package final var early: Subscribers.Demand
  @exclusivity(unchecked) @usableFromInline package final var subscription: (any Subscription)?
  /// How many upstream values make one for downstream (`collect(n)`).
  @usableFromInline package let scale: Int
  /// Read once per value without the lock; a stale answer only lets through a value that raced with `cancel()`.
  @usableFromInline package let live = Atomic<Bool>(true)
  /// Between the subscription and the completion. For upstream's own signals, which are serial (C31).
  @exclusivity(unchecked) @usableFromInline package final var isOpen = false
  /// The next of a driver that has several.
  @exclusivity(unchecked) @usableFromInline package final var after: Upstream?

  /// How it shows in logs where an operator hands it down as its subscription.
  @usableFromInline package let name: String

  @usableFromInline package init(_ name: String = "", scale: Int = 1, early: Subscribers.Demand = .none) {
    self.name = name
    self.scale = scale
    self.early = early
  }

  @inlinable package final var isLive: Bool { live.load(ordering: .relaxed) }

  /// Takes the subscription in, and says what was asked for before it came: the caller asks for that.
  /// A second subscription, or one that comes too late, is cancelled (C8, C11): nil.
  @usableFromInline package final func begin(_ subscription: any Subscription) -> Subscribers.Demand? {
    let early: Subscribers.Demand? = lock.withLock {
      guard phase == .waiting else { return nil }
      phase = .active
      isOpen = true
      self.subscription = subscription
      return self.early
    }
    if early == nil { subscription.cancel() }
    return early
  }

  /// Begins and asks at once for what was requested early.
  @usableFromInline package final func beginAndAsk(_ subscription: any Subscription) {
    if let early = begin(subscription), early != .none { subscription.request(early) }
  }

  @usableFromInline package final func request(_ demand: Subscribers.Demand) {
    let demand = scale == 1 ? demand : demand * scale
    let subscription: (any Subscription)? = lock.withLock {
      if phase == .waiting { early += demand }
      return self.subscription
    }
    subscription?.request(demand)
  }

  @usableFromInline package final func cancel() { take()?.cancel() }

  /// The end, whoever brings it about. True for the first to call.
  @usableFromInline package final func end() -> Bool {
    guard live.exchange(false, ordering: .relaxed) else { return false }
    isOpen = false
    _ = take()
    return true
  }

  /// Ends the stream from the middle: upstream is cancelled before downstream hears of it (C42).
  @usableFromInline package final func finishEarly() -> Bool {
    guard live.exchange(false, ordering: .relaxed) else { return false }
    take()?.cancel()
    return true
  }

  @usableFromInline package final func take() -> (any Subscription)? {
    live.store(false, ordering: .relaxed)
    return lock.withLock {
      phase = .over
      defer { self.subscription = nil }
      return self.subscription
    }
  }
}

/// Shows by name in logs, mirrors and playgrounds, as Combine's subscriptions do.
@usableFromInline
package protocol NamedInLogs: CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  var name: String { get }
}

extension NamedInLogs {
  @usableFromInline package var description: String { name }
  @usableFromInline package var playgroundDescription: Any { name }
  @usableFromInline package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
