/// What waits for a scheduler, and how many items each of its actions is to deliver. Owned by one class, which calls
/// `destroy` in its `deinit`; for whoever has that one's lock.
@frozen @usableFromInline package struct Backlog<Item> {
  @usableFromInline package var items = Ring<Item>()
  /// How many the newest action is to deliver, 0 once it runs; and the ones before it that do not run yet.
  @usableFromInline var newest = 0
  @usableFromInline var older = Ring<Int>()
  @inlinable package init() {}

  /// So that other work of the scheduler has its turn.
  @inlinable static var mostJoined: Int { 256 }

  /// True if the newest action delivers it too: if it may, has not begun and has room.
  @inlinable @inline(__always) package mutating func append(_ item: Item, mayJoin: Bool) -> Bool {
    items.append(item)
    let joins = mayJoin && newest > 0 && newest < Self.mostJoined
    if joins { newest += 1 }
    return joins
  }

  /// There is a new action, for so many items.
  @inlinable package mutating func begin(_ count: Int) {
    if newest > 0 { older.append(newest) }
    newest = count
  }

  /// How many items the oldest action is to deliver. It runs.
  @inlinable package mutating func takeShare() -> Int {
    if let share = older.popFirst() { return share }
    defer { newest = 0 }
    return newest
  }

  @inlinable package mutating func destroy() {
    items.destroy()
    older.destroy()
  }
}
