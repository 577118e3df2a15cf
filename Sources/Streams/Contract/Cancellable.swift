/// Something that can be stopped.
public protocol Cancellable {
  /// Stops it, for good. May be called from anywhere and again and again: the first call counts (C60).
  ///
  /// It returns at once; a call that another thread has already begun may still finish (C61).
  func cancel()
}

extension Cancellable {
  /// Keeps it in the set, which cancels it when it lets go of it.
  @inlinable public func store(in set: inout Set<AnyCancellable>) { set.insert(AnyCancellable(self)) }

  /// Keeps it in the collection, which cancels it when it lets go of it.
  @inlinable public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
  where Cancellables.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }
}
