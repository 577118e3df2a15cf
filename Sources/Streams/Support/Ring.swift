/// A queue: values leave in the order they came, without moving the ones behind.
/// Owned by one class, which calls `destroy` in its `deinit`; starts without memory.
@frozen @usableFromInline package struct Ring<Element> {
  @usableFromInline package var base: UnsafeMutablePointer<Element>?
  @usableFromInline package var mask = -1
  @usableFromInline package var head = 0
  @usableFromInline package var count = 0
  @inlinable package init() {}
  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable @inline(__always) package mutating func append(_ element: Element) {
    if count > mask { grow() }
    (base.unsafelyUnwrapped + ((head &+ count) & mask)).initialize(to: element)
    count &+= 1
  }

  @inlinable @inline(__always) package mutating func popFirst() -> Element? {
    if count == 0 { return nil }
    let element = (base.unsafelyUnwrapped + head).move()
    head = (head &+ 1) & mask
    count &-= 1
    return element
  }

  @inline(never) @inlinable package mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(8, (mask + 1) * 2))
    for i in 0..<count { (larger + i).initialize(to: (base! + ((head + i) & mask)).move()) }
    base?.deallocate()
    base = larger
    mask = Swift.max(8, (mask + 1) * 2) - 1
    head = 0
  }

  @inlinable package mutating func destroy() {
    while popFirst() != nil {}
    base?.deallocate()
    base = nil
    mask = -1
  }
}
