import CStreamsSupport
import Synchronization

extension Hub {
  /// Sends to everyone subscribed now.
  @inlinable @inline(__always) package func send<Output, Failure: Error>(_ value: Output, _: Failure.Type) {
    let me = UInt(streams_thread())
    guard enter(me) else { return sendLater(value, Failure.self, me) }
    round(value, Failure.self)
    leave(me)
  }

  /// In turn.
  @inlinable @inline(__always) package func round<Output, Failure: Error>(_ value: Output, _: Failure.Type) {
    let all = snapshot
    var leaf = all.leaves
    let end = leaf + all.count
    while leaf < end {
      cursor = UnsafeRawPointer(leaf)
      let bits = UnsafeRawPointer(bitPattern: leaf.pointee.load(ordering: .acquiring)).unsafelyUnwrapped
      Unmanaged<TypedLeaf<Output, Failure>>.fromOpaque(bits)._withUnsafeGuaranteedRef { $0.offer(value) }
      leaf += 1
    }
  }

  @inline(never) @inlinable package func sendLater<Output, Failure: Error>(_ value: Output, _: Failure.Type, _ me: UInt)
  {
    if !isMine(me) {
      return post(me) {
        if !self.isEnding { self.noted(self.snapshot, 0) { (leaf: TypedLeaf<Output, Failure>) in leaf.offer(value) } }
      }
    }
    if isEnding { return }
    nested(me, snapshot) { (leaf: TypedLeaf<Output, Failure>) in leaf.offer(value) }
  }

  /// From inside a delivery: at once to those who have the value being delivered, later to the rest.
  @inline(never) @inlinable package func nested<L: Leaf>(_ me: UInt, _ all: Snapshot, _ body: @escaping (L) -> Void) {
    let served = servedCount(all)
    let outer = cursor
    if served < all.count { post(me) { self.noted(all, served, body) } }
    for i in 0..<served {
      cursor = UnsafeRawPointer(all.leaves + i)
      all[i]._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: L.self)) }
    }
    cursor = outer
  }

  /// In turn, reading notes: nothing nests in this.
  @inlinable package func noted<L: Leaf>(_ all: Snapshot, _ first: Int, _ body: (L) -> Void) {
    for i in first..<Swift.max(first, all.count) {
      all[i]._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: L.self)) }
    }
  }

  /// The end of the subject.
  @inlinable package func complete<Output, Failure: Error>(
    _: Output.Type, _ completion: Subscribers.Completion<Failure>, _ isFirst: @escaping () -> Void
  ) {
    let finish = { (leaf: TypedLeaf<Output, Failure>) in
      if leaf.conduit.end() != nil { leaf.completion(completion) }
    }
    perform {
      if self.isEnding { return }
      self.isEnding = true
      isFirst()
      let me = UInt(streams_thread())
      let all = self.close()  // retired, not freed: the leaves live until the turn is over
      let served = self.servedCount(all)
      let outer = self.cursor
      if served < all.count { self.post(me) { self.noted(all, served, finish) } } else { self.announce(me) }
      for i in 0..<served {
        self.cursor = nil
        all[i]._withUnsafeGuaranteedRef { finish(unsafeDowncast($0, to: TypedLeaf<Output, Failure>.self)) }
      }
      self.cursor = outer
    }
  }
}

/// Sends to whoever is subscribed at the time. A value that finds no demand is dropped, for that subscriber (C80).
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  @usableFromInline package let hub = Hub()
  /// Written once, in turn, before `hub.isClosed` is; read after it.
  @exclusivity(unchecked) @usableFromInline package var ending: Subscribers.Completion<Failure>?
  @inlinable public init() {}

  @inlinable public func send(_ value: Output) { hub.send(value, Failure.self) }

  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    hub.complete(Output.self, completion) { self.ending = completion }
  }

  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    attach(AnySubscriber(subscriber))
  }

  @inlinable package func attach(_ subscriber: AnySubscriber<Output, Failure>) {
    let conduit = Conduit(hub, isOwed: false)
    if hub.insert(TypedLeaf(subscriber, conduit)) { return subscriber.receive(subscription: conduit) }
    subscriber.receive(subscription: Subscriptions.empty)  // C85
    subscriber.receive(completion: ending!)
  }
}

/// Remembers the last value and gives it to each new subscriber on its first request (C81).
public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  @usableFromInline package let hub = Hub()
  @usableFromInline package let lock = Lock()
  /// Written in turn and under the lock, so that whoever has the turn reads it freely.
  @exclusivity(unchecked) @usableFromInline package var current: Output
  @exclusivity(unchecked) @usableFromInline package var ending: Subscribers.Completion<Failure>?
  @inlinable public init(_ value: Output) { current = value }

  /// A value sent meanwhile by another thread shows once its turn comes.
  @inlinable public var value: Output {
    get { lock.withLock { current } }
    set { send(newValue) }
  }

  @inlinable @inline(__always) package func store(_ value: Output) {
    var value = value
    lock.withLock { swap(&current, &value) }  // the old one is released after the lock (C37)
  }

  @inlinable public func send(_ value: Output) {
    let me = UInt(streams_thread())
    guard hub.enter(me) else { return sendLater(value, me) }
    store(value)
    hub.round(value, Failure.self)
    hub.leave(me)
  }

  @inline(never) @inlinable package func sendLater(_ value: Output, _ me: UInt) {
    if hub.isMine(me) {
      if hub.isEnding { return }
      store(value)
      hub.nested(me, hub.snapshot) { (leaf: TypedLeaf<Output, Failure>) in leaf.offer(value) }
    } else {
      hub.post(me) {
        if self.hub.isEnding { return }
        self.store(value)
        self.hub.noted(self.hub.snapshot, 0) { (leaf: TypedLeaf<Output, Failure>) in leaf.offer(value) }
      }
    }
  }

  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    hub.complete(Output.self, completion) { self.ending = completion }
  }

  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    attach(AnySubscriber(subscriber))
  }

  @inlinable package func attach(_ subscriber: AnySubscriber<Output, Failure>) {
    let conduit = Conduit(hub, isOwed: true)
    let leaf = TypedLeaf(subscriber, conduit)
    if hub.insert(leaf) {
      return subscriber.receive(subscription: Outlet(request: { self.request($0, leaf) }, cancel: { conduit.cancel() }))
    }
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: ending!)
  }

  /// The demand counts in turn, so that no value slips between it and the one that is owed.
  @inlinable package func request(_ demand: Subscribers.Demand, _ leaf: TypedLeaf<Output, Failure>) {
    precondition(demand != .none, "a demand of zero asks for nothing")  // C15
    hub.perform {
      leaf.conduit.demand.add(demand)
      guard leaf.conduit.isOwed, leaf.conduit.takeOne() else { return }
      leaf.conduit.isOwed = false
      let more = leaf.value(self.current)
      if more != .none { leaf.conduit.demand.add(more) }
    }
  }
}
