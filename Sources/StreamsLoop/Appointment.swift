import Streams

/// A line of a loop's agenda. Everything in it belongs to the loop's thread.
@usableFromInline package class Appointment: Dated {
  @exclusivity(unchecked) @usableFromInline package final var due: Int
  @exclusivity(unchecked) @usableFromInline package final var order: UInt64 = 0
  @exclusivity(unchecked) @usableFromInline package final var slot = -1

  package init(due: Int) { self.due = due }

  /// Called once its time has come, in the loop's thread.
  package func keep(at now: Int) {}
  /// Called if the loop closes before: it will not be kept.
  package func drop() {}
}

extension Agenda where Entry == Appointment {
  /// The whole millisecond by which a moment has passed: libuv counts in those, and nothing may run early.
  package static func milliseconds(of due: Int) -> UInt64 {
    due <= 0 ? 0 : UInt64(due / 1_000_000) + (due % 1_000_000 > 0 ? 1 : 0)
  }
}
