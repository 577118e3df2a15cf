/// What is to happen when, earliest first; of equal moments, what was entered first. Knows no loop and no clock:
/// event loops keep one, and so does the virtual time of tests.
@usableFromInline package struct Agenda<Entry: Dated> {
  @usableFromInline var heap: [Entry] = []
  @usableFromInline var entered: UInt64 = 0

  @inlinable package init() {}
  @inlinable package var isEmpty: Bool { heap.isEmpty }
  @inlinable package var count: Int { heap.count }
  /// When the next one is due, in nanoseconds.
  @inlinable package var nextDue: Int? { heap.first?.due }

  @inlinable package mutating func enter(_ entry: Entry) {
    precondition(entry.slot < 0, "an appointment is entered once")
    entry.order = entered
    entered += 1
    entry.slot = heap.count
    heap.append(entry)
    rise(from: entry.slot)
  }

  /// False if it was not there.
  @discardableResult @inlinable package mutating func remove(_ entry: Entry) -> Bool {
    let slot = entry.slot
    guard slot >= 0 else { return false }
    entry.slot = -1
    let last = heap.removeLast()
    if last !== entry {
      heap[slot] = last
      last.slot = slot
      rise(from: slot)
      sink(from: last.slot)
    }
    return true
  }

  /// Takes out the earliest, if it is due at `now`.
  @inlinable package mutating func takeNext(at now: Int) -> Entry? {
    guard let first = heap.first, first.due <= now else { return nil }
    remove(first)
    return first
  }

  /// Takes out what is due at `now`, in order.
  @inlinable package mutating func takeDue(at now: Int) -> [Entry] {
    var due: [Entry] = []
    while let next = takeNext(at: now) { due.append(next) }
    return due
  }

  @inlinable package mutating func takeAll() -> [Entry] {
    let all = heap
    heap = []
    for entry in all { entry.slot = -1 }
    return all
  }

  /// Moves the entry at `start` up to its place; the ones it passes move down.
  @inlinable mutating func rise(from start: Int) {
    let moving = heap[start]
    var slot = start
    while slot > 0, moving.isBefore(heap[(slot - 1) / 2]) {
      place(heap[(slot - 1) / 2], at: slot)
      slot = (slot - 1) / 2
    }
    if slot != start { place(moving, at: slot) }
  }

  /// Moves the entry at `start` down to its place; the ones it passes move up.
  @inlinable mutating func sink(from start: Int) {
    let moving = heap[start]
    var slot = start
    while 2 * slot + 1 < heap.count {
      var child = 2 * slot + 1
      if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
      if !heap[child].isBefore(moving) { break }
      place(heap[child], at: slot)
      slot = child
    }
    if slot != start { place(moving, at: slot) }
  }

  @inlinable mutating func place(_ entry: Entry, at slot: Int) {
    heap[slot] = entry
    entry.slot = slot
  }
}

/// A line of an agenda, a class with these three fields. They belong to whoever the agenda belongs to: a loop's thread,
/// or a lock.
@usableFromInline package protocol Dated: AnyObject {
  /// When it is due, in nanoseconds. Fixed while it stands in the agenda.
  var due: Int { get }
  /// The agenda's: how many were entered before.
  var order: UInt64 { get set }
  /// The agenda's: where it stands; below 0, not in it. Begin with -1.
  var slot: Int { get set }
}

extension Dated {
  @inlinable func isBefore(_ other: Self) -> Bool { due < other.due || (due == other.due && order < other.order) }
}

extension Int {
  /// When a repeated action that was due at this time is due again. Turns that have passed already are left out, not made
  /// up for.
  package func nextTurn(every interval: Int, now: Int) -> Int {
    let interval = Swift.max(interval, 1)
    let next = addingClamped(interval)
    if next > now || next == .max { return next }
    let sinceATurn = UInt(bitPattern: now &- self) % UInt(interval)
    return now.addingClamped(interval - Int(sinceATurn))
  }
}
