import CStreamsSupport
import Synchronization

/// A hub that knows the type of its values: sending, the end, and the value that is remembered.
/// `How` says how a value is kept that cannot be delivered at once.
@usableFromInline package final class TypedHub<How: Holding, Failure: Error>: Hub {
  @usableFromInline package typealias Output = How.Passing
  @usableFromInline package typealias Completion = Subscribers.Completion<Failure>
  /// Written once, in turn, before anyone can see that the subject is closed.
  @exclusivity(unchecked) @usableFromInline package var ending: Completion?
  @usableFromInline package let currentLock = Lock()
  /// Written in turn and under the lock, so that whoever has the turn reads it freely. nil if nothing is remembered.
  @exclusivity(unchecked) @usableFromInline package var current: How.Held?

  @inlinable package init(_ name: String, initial: How.Held? = nil) {
    current = initial
    super.init(name, remembers: initial != nil)
  }

  // MARK: sending

  /// Sends to everyone subscribed now.
  @inlinable @inline(__always) package func send(_ value: Output) {
    let me = streams_thread()
    guard enter(me) else { return sendLater(value, me) }
    round(value)
    leave(me)
  }

  /// In turn.
  @inlinable @inline(__always) package func round(_ value: Output) {
    let all = snapshot
    var leaf = all.leaves
    let end = all.end
    while leaf < end {
      Unmanaged<TypedLeaf<Output, Failure>>.fromOpaque(turn(to: leaf))._withUnsafeGuaranteedRef { $0.offer(value) }
      leaf += 1
    }
  }

  /// In turn. The leaf at a place, which is the one that is served from now on.
  @inlinable @inline(__always) package func turn(to place: UnsafeMutablePointer<Snapshot.Word>) -> UnsafeRawPointer {
    cursor = place
    return UnsafeRawPointer(bitPattern: place.pointee.load(ordering: .acquiring)).unsafelyUnwrapped
  }

  /// A leaf with its type. The one that stands for a vacancy has none, but it wants nothing, and that is looked at
  /// first.
  @inlinable @inline(__always) package func typed(_ leaf: Unmanaged<Leaf>) -> Unmanaged<TypedLeaf<Output, Failure>> {
    .fromOpaque(leaf.toOpaque())
  }

  @inline(never) @inlinable package func sendLater(_ value: Output, _ me: Thread) {
    switch approach(me) {
    case .ours:
      if !isEnding { round(value) }
      leave(me)
    case .nested: if !isEnding { nested(value, me) }
    case .note:
      let held = How.hold(value)
      post(me) { if !self.isEnding { How.lend(held) { self.noted($0, self.snapshot, nil, self.stamp) } } }
    case .dead: break
    }
  }

  /// From inside a delivery: at once to those who have the value being delivered, later to the rest (C35).
  @inline(never) @inlinable package func nested(_ value: Output, _ me: Thread) {
    let all = snapshot
    let served = servedCount(all)
    let outer = cursor
    if served < all.count {
      let held = How.hold(value)
      let rest = served..<all.count  // not those who come later (C38)
      let number = stamp
      postRest(me, from: served) { How.lend(held) { self.noted($0, all, rest, number) } }
    }
    for i in 0..<served {
      cursor = all.leaves + i
      typed(all[i])._withUnsafeGuaranteedRef { $0.offer(value) }
    }
    cursor = outer
  }

  /// In turn, reading notes: nothing nests in this. Who was owed a value, and has had this one or a newer one for
  /// it, is passed by.
  @inlinable package func noted(
    _ value: Output, _ all: Snapshot, _ places: Range<Int>?, _ number: UInt
  ) {
    for i in places ?? 0..<all.count {
      typed(all[i])._withUnsafeGuaranteedRef { if $0.conduit.seen < number || number == 0 { $0.offer(value) } }
    }
  }

  // MARK: remembering

  @inlinable @inline(__always) package func store(_ value: How.Held) {
    var value: How.Held? = value
    stamp &+= 1
    currentLock.withLock { swap(&current, &value) }  // the old one is released after the lock (C37)
  }

  /// The value that goes round next.
  @inlinable @inline(__always) package func remember(_ value: How.Held) {
    store(value)
    roundStamp = stamp
  }

  /// Remembers the value, then sends it. After the completion it is ignored, or only remembered. `then` runs in turn,
  /// when everyone has it who gets it now.
  @inlinable @inline(__always) package func sendAndStore(
    _ value: Output, isSetter: Bool = false, then: @escaping () -> Void = {}
  ) {
    let me = streams_thread()
    guard enter(me) else { return storeLater(value, me, isSetter, then) }
    remember(How.hold(value))
    round(value)
    then()
    leave(me)
  }

  @inline(never) @inlinable
  package func storeLater(_ value: Output, _ me: Thread, _ isSetter: Bool, _ then: @escaping () -> Void) {
    switch approach(me) {
    case .ours:
      if !isEnding || isSetter { store(How.hold(value)) }
      roundStamp = stamp
      if !isEnding { round(value) }
      then()
      leave(me)
    case .nested:
      if !isEnding || isSetter { store(How.hold(value)) }
      if !isEnding { nested(value, me) }
      then()
    case .note:
      let held = How.hold(value)
      post(me) {
        if !self.isEnding || isSetter { self.store(held) }
        if !self.isEnding { How.lend(held) { self.noted($0, self.snapshot, nil, self.stamp) } }
        then()
      }
    case .dead: if isSetter { store(How.hold(value)) }
    }
  }

  @inlinable package override func makeVacant() -> Leaf {
    TypedLeaf<Output, Failure>(.over, value: { _, _ in .none }, completion: { _, _ in })
  }

  @inlinable package override func sendCurrent(_ leaf: Leaf) -> Subscribers.Demand {
    guard let current else { return .none }
    return How.lend(current) { value in
      let leaf = unsafeDowncast(leaf, to: TypedLeaf<Output, Failure>.self)
      return leaf.value(leaf, value)
    }
  }

  // MARK: the end

  @inlinable package func complete(_ completion: Completion) {
    let me = streams_thread()
    if enter(me) {
      end(completion, me)
      return leave(me)
    }
    switch approach(me) {
    case .ours:
      end(completion, me)
      leave(me)
    case .nested: end(completion, me)
    case .note: post(me) { self.end(completion, streams_thread()) }
    case .dead: break
    }
  }

  /// In turn. To those who have the value being delivered at once, to the rest after it: after the values before it.
  @inlinable package func end(_ completion: Completion, _ me: Thread) {
    if isEnding { return }
    isEnding = true
    ending = completion
    let all = close()  // retired, not freed: the leaves live until the turn is over
    let served = servedCount(all)
    let outer = cursor
    let rest = served..<all.count
    if rest.isEmpty { announce(me) } else { postRest(me, from: served) { self.finish(all, rest, completion) } }
    cursor = nil
    finish(all, 0..<served, completion)
    cursor = outer
  }

  @inlinable package func finish(_ all: Snapshot, _ range: Range<Int>, _ completion: Completion) {
    for i in range {
      typed(all[i])._withUnsafeGuaranteedRef { $0.finish(completion) }
    }
  }

  // MARK: subscribing

  /// `subject` is kept for as long as the subscription runs.
  @inlinable package func attach<Downstream: Subscriber>(_ downstream: Downstream, to subject: AnyObject)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let me = streams_thread()
    if enter(me) {
      cursor = nil
      admit(downstream, to: subject)
      return leave(me)
    }
    switch approach(me) {
    case .ours:
      cursor = nil
      admit(downstream, to: subject)
      leave(me)
    case .nested: admit(downstream, to: subject)
    case .note: post(me) { self.admit(downstream, to: subject) }
    case .dead: refuse(downstream)
    }
  }

  /// In turn.
  @inlinable @inline(__always)
  package func admit<Downstream: Subscriber>(_ downstream: Downstream, to subject: AnyObject)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    if isEnding { return refuse(downstream) }
    let conduit = Conduit(self, of: subject)
    if cursor != nil { conduit.bornIn = roundStamp }
    insert(SubscriberLeaf(downstream, conduit))
    downstream.receive(subscription: conduit)
  }

  /// The subject is over (C85).
  @inlinable package func refuse<Downstream: Subscriber>(_ downstream: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    downstream.receive(subscription: Subscriptions.empty)
    if let ending { downstream.receive(completion: ending) }
  }
}
