import CStreamsSupport
import Synchronization

/// A lock of one word that parks whoever waits. Made of atomics, so ThreadSanitizer sees it.
/// Held for a few instructions at a time; no code from outside the library runs under it (C36).
@frozen @usableFromInline package struct Lock: ~Copyable {
  /// 0 free, 1 held, 2 held and someone sleeps.
  @usableFromInline package let word = Atomic<UInt32>(0)
  @inlinable package init() {}

  @inlinable @inline(__always) package borrowing func withLock<R>(_ body: () -> R) -> R {
    if !word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { wait() }
    defer { if word.exchange(0, ordering: .releasing) == 2 { wake() } }
    return body()
  }

  @inline(never) @usableFromInline package borrowing func wait() {
    while word.exchange(2, ordering: .acquiring) != 0 {
      withUnsafePointer(to: word) { streams_park($0, 2) }
    }
  }

  @inline(never) @usableFromInline package borrowing func wake() { withUnsafePointer(to: word) { streams_wake($0) } }
}
