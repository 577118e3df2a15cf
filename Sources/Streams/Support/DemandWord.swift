import Synchronization

/// Demand that any thread may raise, in one word: bit 63 over, bit 62 unlimited, else a count. Both are one test to
/// find out.
@frozen @usableFromInline package struct DemandWord: ~Copyable {
  @usableFromInline package let word = Atomic<UInt>(0)
  @inlinable package init() {}
  @inlinable package static var over: UInt { 1 << 63 }
  @inlinable package static var unlimited: UInt { 1 << 62 }

  @inlinable @inline(__always) package var isOver: Bool { Int(bitPattern: word.load(ordering: .relaxed)) < 0 }
  @inlinable @inline(__always) package var isUnlimited: Bool {
    word.load(ordering: .relaxed) & DemandWord.unlimited != 0
  }

  /// What was there before; nil if it is over.
  @discardableResult @usableFromInline package borrowing func add(_ demand: Subscribers.Demand) -> UInt? {
    var old = word.load(ordering: .relaxed)
    while old < DemandWord.over {
      let new = Swift.min(old &+ Swift.min(demand.raw, DemandWord.unlimited), DemandWord.unlimited)
      let (isAdded, now) = word.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
      if isAdded { return old }
      old = now
    }
    return nil
  }

  /// All there is, and nothing is left; nil if there is nothing.
  @usableFromInline package borrowing func takeAll() -> Subscribers.Demand? {
    if word.load(ordering: .relaxed) == 0 { return nil }
    let all = word.exchange(0, ordering: .acquiringAndReleasing)
    return all == 0 ? nil : all == DemandWord.unlimited ? .unlimited : Subscribers.Demand(raw: all)
  }

  /// Takes off what was used; what is left, nil if it is over. Unlimited stays unlimited (C14).
  @usableFromInline package borrowing func subtract(_ used: UInt) -> UInt? {
    var old = word.load(ordering: .relaxed)
    while old < DemandWord.over {
      let rest = old == DemandWord.unlimited ? old : old &- used
      let (isDone, now) = word.compareExchange(expected: old, desired: rest, ordering: .acquiringAndReleasing)
      if isDone { return rest }
      old = now
    }
    return nil
  }

  /// What was there; nil if it was over already.
  @usableFromInline package borrowing func end() -> UInt? {
    let old = word.exchange(DemandWord.over, ordering: .acquiringAndReleasing)
    return old == DemandWord.over ? nil : old
  }
}
