/// A sequence of things that are joined one by one and never copied: a thing, or two ropes, one behind the other.
/// What it is a rope of, subclasses say; only those that are not joined are things.
///
/// However unevenly it was joined, neither reading nor freeing it deepens the stack.
@usableFromInline package class Rope {
  @usableFromInline package final var first: Rope?
  @usableFromInline package final var second: Rope?

  @usableFromInline package init() {}
  @usableFromInline package init(_ first: Rope, _ second: Rope) { (self.first, self.second) = (first, second) }

  deinit {
    var left: [Rope] = []
    take(&left)
    while var rope = left.popLast() {
      // One that somebody else has is theirs to free.
      if isKnownUniquelyReferenced(&rope) { rope.take(&left) }
    }
  }

  private final func take(_ left: inout [Rope]) {
    if let first = first.take() { left.append(first) }
    if let second = second.take() { left.append(second) }
  }
}

/// A thing, for a rope of objects of another module.
package final class Strand: Rope {
  package let thing: AnyObject
  package init(_ thing: AnyObject) {
    self.thing = thing
    super.init()
  }
}

/// Reads a rope from its first thing to its last.
@usableFromInline package final class RopeReader {
  /// What is still to come, the nearest last.
  private var left: [Rope]
  @usableFromInline package init(_ rope: Rope) { left = [rope] }

  @usableFromInline package func next() -> Rope? {
    guard var rope = left.popLast() else { return nil }
    while let first = rope.first, let second = rope.second {
      left.append(second)
      rope = first
    }
    return rope
  }
}
