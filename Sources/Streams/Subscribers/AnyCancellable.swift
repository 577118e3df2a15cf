import Synchronization

/// Cancels when it goes away: whoever keeps it decides how long the stream runs.
///
/// The closure runs once, on the first `cancel()` or when the last reference goes, whichever comes first, and from
/// any thread. It is taken out before it runs, so that it may cancel this very token again (C65).
public final class AnyCancellable: Cancellable, @unchecked Sendable {
  @usableFromInline let canceller: Canceller

  @inlinable init(_ canceller: Canceller) { self.canceller = canceller }

  @inlinable public convenience init(_ cancel: @escaping () -> Void) { self.init(ClosureCanceller(cancel)) }

  @inlinable public convenience init<C: Cancellable>(_ canceller: C) { self.init { canceller.cancel() } }

  @inlinable deinit { canceller.cancel() }

  @inlinable public func cancel() { canceller.cancel() }

  /// Keeps the token in the set, which cancels it when it lets go of it.
  @inlinable public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  /// Keeps the token in the collection, which cancels it when it lets go of it.
  @inlinable public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
  where Cancellables.Element == AnyCancellable {
    collection.append(self)
  }
}

/// By identity: two tokens of the same thing are two.
extension AnyCancellable: Hashable {
  @inlinable public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What a token holds. Cancels once, from whichever thread comes first, and lets go of what it had for that.
@usableFromInline package class Canceller {
  @inlinable package init() {}
  @usableFromInline package func cancel() {}
}

@usableFromInline final class ClosureCanceller: Canceller {
  /// Whoever raises it owns the closure from then on.
  @usableFromInline let isSpent = Atomic<Bool>(false)
  @exclusivity(unchecked) @usableFromInline var onCancel: (() -> Void)?

  @usableFromInline init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  @usableFromInline override func cancel() {
    if !isSpent.exchange(true, ordering: .acquiringAndReleasing) { onCancel.take()?() }
  }
}
