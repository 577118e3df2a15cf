import Synchronization

/// How much was given to a scheduler to run as soon as possible. For schedulers of this package.
///
/// `receive(on:)` lets a value join the action that already waits for the value before it, as long as nothing else was
/// scheduled in between: so nobody is overtaken, and a burst of values costs one action. Source: docs/decisions/033.
public final class _Tally: Sendable {
  @usableFromInline let count = Atomic<UInt>(0)

  package init() {}

  /// Something has just been put where it will run in its turn. Call it afterwards, or while nothing else can be put
  /// there.
  package func add() { _ = count.add(1, ordering: .acquiringAndReleasing) }

  @inlinable package var value: UInt { count.load(ordering: .acquiring) }

  /// The tally of a scheduler that has no room for one of its own, by its name, since `DispatchQueue.main` is another
  /// object each time. Two may have to share one: they then join less.
  package static func of(label: String) -> _Tally { shared[Int(UInt(bitPattern: label.hashValue) % 64)] }

  private static let shared = (0..<64).map { _ in _Tally() }
}
