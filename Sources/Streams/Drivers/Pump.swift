/// What a source that loops hands downstream: the demand in one word, and the loop as a closure formed where every
/// type is known. Whoever raises the demand from nothing drains, and owns the state meanwhile; a request made during
/// that, from inside a delivery or from another thread, adds to the word and joins the loop (C21). Not generic.
@usableFromInline
package final class Pump: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline package let demand = DemandWord()
  @usableFromInline package let lock = Lock()
  /// Freed by code that knows its type, not by a generic class, whose `deinit` is unspecialised: 1,400 instructions
  /// more here. nil once it is over (C72).
  @exclusivity(unchecked) @usableFromInline package var state: UnsafeMutableRawPointer?
  // Closures that capture nothing: what has to be known of the state's type.
  /// Delivers `count` values, and whatever is asked for meanwhile.
  @usableFromInline package let drain: (_ pump: Pump, _ count: UInt) -> Void
  @usableFromInline package let free: (UnsafeMutableRawPointer) -> Void
  /// What it shows in logs: as `PumpLook` says. Under the lock; copies, and calls nothing.
  @usableFromInline package let look: (UnsafeMutableRawPointer?) -> PumpLook

  @inlinable package init(
    _ state: UnsafeMutableRawPointer, drain: @escaping (Pump, UInt) -> Void,
    free: @escaping (UnsafeMutableRawPointer) -> Void, look: @escaping (UnsafeMutableRawPointer?) -> PumpLook
  ) {
    self.state = state
    self.drain = drain
    self.free = free
    self.look = look
  }

  deinit { if state != nil { letGo() } }

  @usableFromInline package func request(_ more: Subscribers.Demand) {
    guard more != .none, demand.add(more) == 0 else { return }
    drain(self, more.raw)
  }

  @usableFromInline package func cancel() { if demand.end() == 0 { letGo() } }  // nobody drains

  @usableFromInline package func letGo() {
    let state: UnsafeMutableRawPointer? = lock.withLock {
      defer { self.state = nil }
      return self.state
    }
    if let state { free(state) }
  }

  @usableFromInline package var description: String {
    let look: PumpLook = lock.withLock { self.look(self.state) }
    return look.description
  }
  @usableFromInline package var playgroundDescription: Any { description }
  @usableFromInline package var customMirror: Mirror {
    let look: PumpLook = lock.withLock { self.look(self.state) }
    return Mirror(self, children: look.children.map { (label: $0.label, value: unwrapped($0.value)) })
  }
}

/// How a pump shows: its source while it goes through it, then a name.
@frozen @usableFromInline package struct PumpLook {
  @usableFromInline let name: String
  @usableFromInline let source: Any?
  @usableFromInline let children: [(label: String?, value: Any)]

  @usableFromInline package init(name: String, source: Any?, children: [(label: String?, value: Any)]) {
    self.name = name
    self.source = source
    self.children = children
  }

  var description: String { source.map { String(describing: $0) } ?? name }
}
