import Synchronization

/// The tie to one upstream, from before its subscription comes until it is over; where an operator has only one, also
/// the subscription it hands down (`Relay`). Any thread may request and cancel; the rest is for upstream's own calls,
/// which are serial (C31).
///
/// Not generic on purpose: a call through an existential to a *generic* class runs the compiler's slow,
/// unspecialised copy of the method.
@usableFromInline package class Link: Subscription, NamedInLogs {
  @inlinable static var isOpen: UInt8 { 1 }
  @inlinable static var isEnded: UInt8 { 2 }
  @inlinable static var isCancelled: UInt8 { 4 }
  @inlinable static var isStopped: UInt8 { 8 }

  /// How it shows in logs.
  @usableFromInline package let name: String
  /// How many values of upstream make one for downstream.
  @usableFromInline let scale: Int
  /// Whether asking for zero is an error; where it is not, it goes no further (C15).
  @usableFromInline let trapsOnZero: Bool
  /// Read once per value; a stale answer only lets through a value that raced with `cancel()`.
  @usableFromInline let state = Atomic<UInt8>(0)
  @usableFromInline let lock = Lock()
  // Under the lock.
  @exclusivity(unchecked) @usableFromInline final var subscription: (any Subscription & AnyObject)?
  /// What was asked for before the subscription came (C5).
  @exclusivity(unchecked) @usableFromInline final var early: Subscribers.Demand

  @inlinable package init(
    _ name: String, scale: Int = 1, trapsOnZero: Bool = false, early: Subscribers.Demand = .none
  ) {
    self.name = name
    self.scale = scale
    self.trapsOnZero = trapsOnZero
    self.early = early
  }

  /// The subscription has come, and neither end.
  @inlinable package final var isActive: Bool { state.load(ordering: .relaxed) == Link.isOpen }
  @inlinable package final var isWaiting: Bool { state.load(ordering: .relaxed) == 0 }
  @inlinable package final var hasEnded: Bool { state.load(ordering: .relaxed) & Link.isEnded != 0 }

  /// Downstream has cancelled: it hears nothing more, also not of an end that is under way (C61).
  @inlinable package final var isStopped: Bool { state.load(ordering: .relaxed) & Link.isStopped != 0 }

  @usableFromInline package final var isOver: Bool {
    state.load(ordering: .relaxed) & (Link.isEnded | Link.isCancelled) != 0
  }

  /// For mirrors.
  @usableFromInline package func child(_ label: String?) -> Any? {
    switch label {
    case "upstreamSubscription": lock.withLock { subscription }
    case "status", "state", "finished", "terminal": isOver ? "terminal" : isWaiting ? "waiting" : "active"
    default: nil
    }
  }

  /// Takes the subscription in. A second one, or one that comes too late, is cancelled (C8, C11).
  @usableFromInline package final func begin(_ subscription: any Subscription) -> Bool { welcome(subscription) != nil }

  /// Takes the subscription in, and says what was asked for before it came: the caller asks for that. nil if it is
  /// not welcome.
  @usableFromInline package final func welcome(_ subscription: any Subscription) -> Subscribers.Demand? {
    let object = subscription._object
    let early: Subscribers.Demand? = lock.withLock {
      guard state.compareExchange(expected: 0, desired: Link.isOpen, ordering: .relaxed).exchanged else { return nil }
      self.subscription = object
      return self.early
    }
    if early == nil { object.cancel() }
    return early
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    if demand == .none { return precondition(!trapsOnZero, "\(name): a demand of zero asks for nothing") }
    ask(demand)
  }

  @usableFromInline package final func ask(_ demand: Subscribers.Demand) {
    let demand = scale == 1 ? demand : demand * scale
    let subscription: (any Subscription & AnyObject)? = lock.withLock {
      if self.subscription == nil && isWaiting { early += demand }
      return self.subscription
    }
    subscription?.request(demand)
  }

  /// For downstream; an operator that ends by itself calls `finishEarly`.
  @usableFromInline package func cancel() {
    stop()
    finishEarly()
  }

  /// Downstream has cancelled.
  @usableFromInline package final func stop() { _ = state.bitwiseOr(Link.isStopped, ordering: .relaxed) }

  /// Upstream has ended it. True for whoever ends it first.
  @usableFromInline package final func end() -> Bool { take(Link.isEnded) { _ in } }

  /// Ends it from here: upstream is cancelled before downstream hears of it (C42). True for whoever ends it first,
  /// unless downstream cancels meanwhile: upstream's cancel is anybody's code.
  @discardableResult @usableFromInline package final func finishEarly() -> Bool {
    take(Link.isCancelled) { $0.cancel() } && !isStopped
  }

  @inline(__always) fileprivate final func take(_ bit: UInt8, _ body: (any Subscription & AnyObject) -> Void) -> Bool {
    let old = state.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
    guard old & (Link.isEnded | Link.isCancelled) == 0 else { return false }
    let last = lock.withLock {
      defer { subscription = nil }
      return subscription
    }
    if let last { body(last) }
    closed(byUpstream: bit == Link.isEnded)
    return true
  }

  /// It is over, for whoever keeps more than upstream's subscription (C72). Called once.
  @usableFromInline package func closed(byUpstream: Bool) {}
}

/// A link that tells what is asked of it, and when it is cancelled.
@usableFromInline package final class WatchedLink: Link {
  // Under the lock.
  @exclusivity(unchecked) @usableFromInline var onRequest: ((Subscribers.Demand) -> Void)?
  @exclusivity(unchecked) @usableFromInline var onCancel: (() -> Void)?

  @inlinable package init(
    _ name: String, onRequest: ((Subscribers.Demand) -> Void)?, onCancel: (() -> Void)?
  ) {
    self.onRequest = onRequest
    self.onCancel = onCancel
    super.init(name)
  }

  @usableFromInline package override func request(_ demand: Subscribers.Demand) {
    if isActive { lock.withLock { onRequest }?(demand) }
    super.request(demand)
  }

  /// Told each time, until the stream has ended by itself.
  @usableFromInline package override func cancel() {
    if !hasEnded { lock.withLock { onCancel }?() }
    super.cancel()
  }

  /// What is still to be told of is a second cancel, and nothing after the end (C72).
  @usableFromInline package override func closed(byUpstream: Bool) {
    let gone = lock.withLock {
      defer {
        onRequest = nil
        if byUpstream { onCancel = nil }
      }
      return (onRequest, onCancel)
    }
    withExtendedLifetime(gone) {}
  }
}

/// A link whose requests and cancel reach upstream by a scheduler.
@usableFromInline package final class RemoteLink: Link {
  @usableFromInline let schedule: (@escaping () -> Void) -> Void

  @usableFromInline package init(_ name: String, _ schedule: @escaping (@escaping () -> Void) -> Void) {
    self.schedule = schedule
    super.init(name)
  }

  @usableFromInline package override func request(_ demand: Subscribers.Demand) {
    if demand != .none && isActive { schedule { self.ask(demand) } }
  }

  /// Downstream gets nothing from now on (C61); upstream hears of it later.
  @usableFromInline package override func cancel() {
    stop()
    _ = take(Link.isCancelled) { subscription in schedule { subscription.cancel() } }
  }
}

/// A link with one answer at the end, which waits until it is asked for (C47): for `Fold` and `Replacing`.
/// It holds what will say the answer, only while that waits, and not its driver: that holds this.
@usableFromInline package final class AnsweringLink: Link {
  /// Asked for and not there yet; over once the answer is known.
  @usableFromInline let demand = DemandWord()
  /// Whether upstream is asked for what downstream asks.
  @usableFromInline let passesDemandOn: Bool
  /// Under the lock.
  @exclusivity(unchecked) private var onAnswer: ((AnsweringLink) -> Void)?

  @usableFromInline package init(_ name: String, passesDemandOn: Bool) {
    self.passesDemandOn = passesDemandOn
    super.init(name, trapsOnZero: true)
  }

  /// Uses one up. False if nothing was asked for.
  @inlinable @inline(__always) package func takeOne() -> Bool { demand.isUnlimited || takeOneOfSome() }

  /// Downstream asked for more in return for a value.
  @inlinable @inline(__always) package func returned(_ more: Subscribers.Demand) {
    if more != .none { demand.add(more) }
  }

  @usableFromInline func takeOneOfSome() -> Bool {
    demand.word.load(ordering: .relaxed) != 0 && demand.subtract(1) != nil
  }

  @usableFromInline package override func request(_ more: Subscribers.Demand) {
    precondition(more != .none, "\(name): a demand of zero asks for nothing")  // C15
    if demand.add(more) == nil {
      takeAnswer()?(self)
    } else if passesDemandOn {
      ask(more)
    }
  }

  /// Upstream has ended, and there is something to say: now, or when it is asked for. `body` must not capture this.
  @usableFromInline package func answer(_ body: @escaping (AnsweringLink) -> Void) {
    lock.withLock { if !isStopped { onAnswer = body } }
    if let left = demand.end(), left > 0 { takeAnswer()?(self) }
  }

  @usableFromInline package override func cancel() {
    let unsaid = lock.withLock {
      stop()
      return takeUnderLock()
    }
    withExtendedLifetime(unsaid) { _ = finishEarly() }
  }

  private func takeAnswer() -> ((AnsweringLink) -> Void)? { lock.withLock { takeUnderLock() } }

  private func takeUnderLock() -> ((AnsweringLink) -> Void)? {
    defer { onAnswer = nil }
    return onAnswer
  }
}
