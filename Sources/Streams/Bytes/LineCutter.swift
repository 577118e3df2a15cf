import Glibc

/// A line that is longer than the operator was told to take.
public struct LineTooLong: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of the line's first byte in the stream, from 0.
  public let offset: Int
  /// The most bytes a line may have.
  public let maximumLength: Int

  public init(offset: Int, maximumLength: Int) {
    self.offset = offset
    self.maximumLength = maximumLength
  }

  public var description: String { "the line at byte \(offset) is longer than \(maximumLength) bytes" }
}

/// Cuts bytes into lines. Knows no stream: it is given the bytes that are left, and takes the next line off them.
///
/// A line is what lies between two terminators, without them. Only a line that straddles chunks is copied, into
/// `gathered`.
@frozen @usableFromInline package struct LineCutter {
  @usableFromInline package let maximumLength: Int
  @usableFromInline package let dropsReturns: Bool
  /// The piece of a line that the chunks before have left.
  @usableFromInline package var gathered: Chunk?
  @usableFromInline package var gatheredCount = 0
  /// Whether the line that was taken last lies in `gathered`.
  @usableFromInline package var isGathered = false
  /// Where in the stream the next line begins.
  @usableFromInline package var offset = 0
  @usableFromInline package var isTooLong = false

  @usableFromInline package init(maximumLength: Int, dropsReturns: Bool) {
    precondition(maximumLength > 0, "a line must be allowed to have a byte")
    self.maximumLength = maximumLength
    self.dropsReturns = dropsReturns
  }

  /// Takes the next line off `rest`. nil: there is none, and `rest` is used up, or the line is too long.
  /// The line is good until the cutter is used again, or while `gathered` is kept.
  @inlinable @inline(__always) package mutating func next(
    _ rest: inout UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    let count = rest.count
    guard let base = rest.baseAddress, count > 0 else { return nil }
    guard gatheredCount == 0, let end = memchr(base, 10, count) else { return nextGathered(&rest) }
    let length = UnsafeRawPointer(end) - base
    guard length <= maximumLength else { return refuse() }
    rest = UnsafeRawBufferPointer(start: UnsafeRawPointer(end) + 1, count: count &- length &- 1)
    offset &+= length &+ 1
    isGathered = false
    return trimmed(base, length)
  }

  /// What follows the last terminator, once there are no more bytes. nil: nothing.
  @usableFromInline package mutating func last() -> UnsafeRawBufferPointer? {
    guard gatheredCount > 0 else { return nil }
    offset += gatheredCount
    return takeGathered()
  }

  @usableFromInline package var hasLast: Bool { gatheredCount > 0 }
  @usableFromInline package var error: LineTooLong { LineTooLong(offset: offset, maximumLength: maximumLength) }

  @inline(never) @usableFromInline package mutating func nextGathered(
    _ rest: inout UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    let base = rest.baseAddress.unsafelyUnwrapped
    let end = memchr(base, 10, rest.count).map { UnsafeRawPointer($0) }
    let piece = end.map { $0 - base } ?? rest.count
    guard piece <= maximumLength - gatheredCount else { return refuse() }
    gather(base, piece)
    rest = UnsafeRawBufferPointer(rebasing: rest[(end == nil ? piece : piece + 1)...])
    if end == nil { return nil }
    offset += gatheredCount + 1
    return takeGathered()
  }

  @usableFromInline package mutating func refuse() -> UnsafeRawBufferPointer? {
    isTooLong = true
    return nil
  }

  private mutating func takeGathered() -> UnsafeRawBufferPointer {
    isGathered = true
    let count = gatheredCount
    gatheredCount = 0
    return trimmed(UnsafeRawPointer(gathered.unsafelyUnwrapped.memory), count)
  }

  private mutating func gather(_ piece: UnsafeRawPointer, _ count: Int) {
    let needed = gatheredCount + count
    // A line that somebody keeps is not overwritten.
    if gatheredCount == 0, gathered != nil, !isKnownUniquelyReferenced(&gathered) { gathered = nil }
    if gathered.map({ $0.size < needed }) ?? true {
      let larger = Chunk.make(capacity: Swift.max(256, needed, (gathered?.size ?? 0) * 2))
      if gatheredCount > 0 {
        larger.memory.copyMemory(from: gathered.unsafelyUnwrapped.memory, byteCount: gatheredCount)
      }
      gathered = larger
    }
    (gathered.unsafelyUnwrapped.memory + gatheredCount).copyMemory(from: piece, byteCount: count)
    gatheredCount = needed
  }

  /// Without the return before the terminator, if those are dropped.
  @inlinable @inline(__always) package func trimmed(_ base: UnsafeRawPointer, _ count: Int) -> UnsafeRawBufferPointer {
    let hasReturn = dropsReturns && count > 0 && base.load(fromByteOffset: count &- 1, as: UInt8.self) == 13
    return UnsafeRawBufferPointer(start: base, count: hasReturn ? count &- 1 : count)
  }
}
