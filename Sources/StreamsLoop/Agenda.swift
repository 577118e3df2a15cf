/// What is to happen when, earliest first; of equal moments, what was entered first. Knows no loop and no clock.
package struct Agenda {
  private var heap: [Appointment] = []
  private var entered: UInt64 = 0

  package init() {}
  package var isEmpty: Bool { heap.isEmpty }
  package var count: Int { heap.count }
  /// When the next one is due, in nanoseconds.
  package var nextDue: Int? { heap.first?.due }

  package mutating func enter(_ appointment: Appointment) {
    precondition(appointment.slot < 0, "an appointment is entered once")
    appointment.order = entered
    entered += 1
    appointment.slot = heap.count
    heap.append(appointment)
    rise(from: appointment.slot)
  }

  /// False if it was not there.
  @discardableResult package mutating func remove(_ appointment: Appointment) -> Bool {
    let slot = appointment.slot
    guard slot >= 0 else { return false }
    appointment.slot = -1
    let last = heap.removeLast()
    if last !== appointment {
      heap[slot] = last
      last.slot = slot
      rise(from: slot)
      sink(from: last.slot)
    }
    return true
  }

  /// Takes out what is due at `now`, in order.
  package mutating func takeDue(at now: Int) -> [Appointment] {
    var due: [Appointment] = []
    while let first = heap.first, first.due <= now {
      remove(first)
      due.append(first)
    }
    return due
  }

  package mutating func takeAll() -> [Appointment] {
    let all = heap
    heap = []
    for appointment in all { appointment.slot = -1 }
    return all
  }

  /// Moves the entry at `start` up to its place; the ones it passes move down.
  private mutating func rise(from start: Int) {
    let moving = heap[start]
    var slot = start
    while slot > 0, moving.isBefore(heap[(slot - 1) / 2]) {
      place(heap[(slot - 1) / 2], at: slot)
      slot = (slot - 1) / 2
    }
    if slot != start { place(moving, at: slot) }
  }

  /// Moves the entry at `start` down to its place; the ones it passes move up.
  private mutating func sink(from start: Int) {
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

  private mutating func place(_ appointment: Appointment, at slot: Int) {
    heap[slot] = appointment
    appointment.slot = slot
  }

  /// The whole millisecond by which a moment has passed: libuv counts in those, and nothing may run early.
  package static func milliseconds(of due: Int) -> UInt64 {
    due <= 0 ? 0 : UInt64(due / 1_000_000) + (due % 1_000_000 > 0 ? 1 : 0)
  }

  /// When a repeated action is due again. Turns that have passed already are left out, not made up for.
  package static func nextDue(after due: Int, every interval: Int, now: Int) -> Int {
    let interval = max(interval, 1)
    let next = due.addingClamped(interval)
    if next > now { return next }
    return due.addingClamped((now.subtractingClamped(due) / interval + 1).multipliedClamped(by: interval))
  }
}

/// A line of the agenda. Everything in it belongs to the loop's thread.
@usableFromInline package class Appointment {
  @exclusivity(unchecked) package final var due: Int
  @exclusivity(unchecked) fileprivate final var order: UInt64 = 0
  /// Where it stands in the agenda; below 0: not in it.
  @exclusivity(unchecked) fileprivate final var slot = -1

  package init(due: Int) { self.due = due }

  fileprivate final func isBefore(_ other: Appointment) -> Bool {
    due < other.due || (due == other.due && order < other.order)
  }

  /// Called once its time has come, in the loop's thread.
  package func keep(at now: Int) {}
  /// Called if the loop closes before: it will not be kept.
  package func drop() {}
}
