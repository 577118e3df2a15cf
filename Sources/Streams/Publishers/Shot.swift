import Synchronization

/// What a publisher of a single value hands down: fires once, when it is loaded and was asked.
/// Not generic; the closure was formed where every type is known, and goes when it has fired or was cancelled (C72).
@usableFromInline package final class Shot: Subscription, NamedInLogs {
  @inlinable static var isAsked: UInt8 { 1 }
  @inlinable static var isLoaded: UInt8 { 2 }
  /// Whoever raises it has the closure for itself.
  @inlinable static var isTaken: UInt8 { 4 }
  @inlinable static var isCancelled: UInt8 { 8 }

  @usableFromInline package let name: String
  @usableFromInline let state: Atomic<UInt8>
  @exclusivity(unchecked) @usableFromInline var onFire: ((Shot) -> Void)?
  /// Where it waits to be loaded, if it does.
  @usableFromInline weak let queue: ShotQueue?
  /// Under the lock of the queue.
  @exclusivity(unchecked) var place = -1

  @inlinable package init(_ name: String, _ onFire: @escaping (Shot) -> Void) {
    self.name = name
    self.onFire = onFire
    state = Atomic(Shot.isLoaded)
    queue = nil
  }

  /// Not loaded yet: `load` does it.
  @inlinable package init(_ name: String, waitingIn queue: ShotQueue, _ onFire: @escaping (Shot) -> Void) {
    self.name = name
    self.onFire = onFire
    state = Atomic(0)
    self.queue = queue
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "\(name): a demand of zero asks for nothing")  // C15
    if raise(Shot.isAsked) & Shot.isLoaded != 0 { fireIfFree() }
  }

  /// What it was waiting for has come. A failure does not wait to be asked (C48).
  @usableFromInline package func load(isFailure: Bool) {
    if raise(Shot.isLoaded) & Shot.isAsked != 0 || isFailure { fireIfFree() }
  }

  @usableFromInline package func cancel() {
    guard raise(Shot.isTaken | Shot.isCancelled) & Shot.isTaken == 0 else { return }
    onFire = nil
    queue?.remove(self)
  }

  @inlinable package var isCancelled: Bool { state.load(ordering: .acquiring) & Shot.isCancelled != 0 }

  /// Value and end, unless the value brings a cancel.
  @inlinable @inline(__always) package func fire<S: Subscriber>(_ value: S.Input, at subscriber: S) {
    _ = subscriber.receive(value)
    if !isCancelled { subscriber.receive(completion: .finished) }
  }

  /// What was raised before.
  @inline(__always) private func raise(_ bits: UInt8) -> UInt8 {
    state.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue
  }

  private func fireIfFree() { if raise(Shot.isTaken) & Shot.isTaken == 0 { onFire.take()?(self) } }
}

/// Shots that wait for the same thing, in the order they came.
@usableFromInline package final class ShotQueue {
  private let lock = Lock()
  @exclusivity(unchecked) private var waiting: [Shot?] = []
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var isOver = false

  @usableFromInline package init() {}

  /// Whether what it is for has come.
  @usableFromInline package var isFinished: Bool { lock.withLock { isOver } }

  /// False if what it would wait for has come already.
  @usableFromInline package func add(_ shot: Shot) -> Bool {
    lock.withLock {
      if isOver { return false }
      // A cancel that comes after this test finds the shot in its place.
      if !shot.isCancelled {
        shot.place = waiting.count
        waiting.append(shot)
        count += 1
      }
      return true
    }
  }

  @usableFromInline package func remove(_ shot: Shot) {
    lock.withLock {
      if isOver || shot.place < 0 { return }
      waiting[shot.place] = nil
      count -= 1
      if count < waiting.count / 2 { closeRanks() }
    }
  }

  /// It has come: `keep` runs under the lock, the first time. Whoever waited is to be loaded.
  @usableFromInline package func finish(_ keep: () -> Void) -> [Shot?] {
    lock.withLock {
      if isOver { return [] }
      isOver = true
      keep()
      defer { waiting = [] }
      return waiting
    }
  }

  private func closeRanks() {
    waiting.removeAll { $0 == nil }
    for place in waiting.indices { waiting[place]?.place = place }
  }
}
