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

/// The bytes of a chunk that are left.
@frozen @usableFromInline package struct Rest {
  @usableFromInline package var next: UnsafeRawPointer
  @usableFromInline package var end: UnsafeRawPointer
  @inlinable @inline(__always) package var isEmpty: Bool { next == end }
  @inlinable package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: next, count: end - next) }

  @inlinable package init(_ bytes: UnsafeRawBufferPointer) {
    next = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    end = next + bytes.count
  }
  @inlinable package init() { self.init(UnsafeRawBufferPointer(start: nil, count: 0)) }
}

/// A line, without its terminator. Where it lies is good until the cutter is used again.
@frozen @usableFromInline package struct Line {
  @usableFromInline package let start: UnsafeRawPointer
  @usableFromInline package let count: Int
  @inlinable @inline(__always) package init(start: UnsafeRawPointer, count: Int) {
    self.start = start
    self.count = count
  }
  @inlinable package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}

/// Cuts bytes into lines. Knows no stream: it is given the bytes that are left, and takes the next line off them.
///
/// A line is what lies between two line feeds. It stays where it is; only one that straddles chunks is copied, into
/// `gathered`. So as long as `isGathering`, and that is at the beginning of a chunk, the next line is to be taken
/// by `nextGathered`, else by `next`.
@frozen @usableFromInline package struct LineCutter {
  @usableFromInline package let maximumLength: Int
  @usableFromInline package let dropsReturns: Bool
  /// The piece of a line that the chunks before have left, or the line that was gathered last.
  @usableFromInline package var gathered: Chunk?
  @usableFromInline package var gatheredCount = 0
  @usableFromInline package var isTooLong = false
  /// How many bytes have been taken, as told by `advance`.
  @usableFromInline package private(set) var offset = 0

  @usableFromInline package init(maximumLength: Int, dropsReturns: Bool) {
    precondition(maximumLength > 0, "a line must be allowed to have a byte")
    self.maximumLength = maximumLength
    self.dropsReturns = dropsReturns
  }

  @inlinable package var isGathering: Bool { gatheredCount > 0 }

  /// The error, if a line is too long: where it begins.
  @usableFromInline package var error: LineTooLong {
    LineTooLong(offset: offset - gatheredCount, maximumLength: maximumLength)
  }

  /// To be told how far a rest was used, so that an error can say where.
  @usableFromInline package mutating func advance(by count: Int) { offset += count }

  /// Takes the next line off `rest`. nil: there is none, and `rest` is used up, or the line is too long.
  @inlinable @inline(__always) package mutating func next(_ rest: inout Rest) -> Line? {
    let start = rest.next
    let count = rest.end - start
    guard count > 0, let end = memchr(start, 10, count) else {
      gatherRest(&rest)
      return nil
    }
    let length = UnsafeRawPointer(end) - start
    guard length <= maximumLength else {
      isTooLong = true
      return nil
    }
    rest.next = UnsafeRawPointer(end) + 1
    return trimmed(start, length)
  }

  /// The same for a line that began in an earlier chunk. It lies in `gathered`.
  @inline(never) @usableFromInline package mutating func nextGathered(_ rest: inout Rest) -> Line? {
    let count = rest.end - rest.next
    guard count > 0, let end = memchr(rest.next, 10, count) else {
      gatherRest(&rest)
      return nil
    }
    let length = UnsafeRawPointer(end) - rest.next
    guard length <= maximumLength - gatheredCount else {
      isTooLong = true
      return nil
    }
    gather(rest.next, length)
    rest.next = UnsafeRawPointer(end) + 1
    return takeGathered()
  }

  /// What follows the last line feed, once there are no more bytes. It lies in `gathered`.
  @usableFromInline package mutating func last() -> Line { takeGathered() }

  @inline(never) @usableFromInline package mutating func gatherRest(_ rest: inout Rest) {
    let count = rest.end - rest.next
    if count > maximumLength - gatheredCount {
      isTooLong = true
    } else if count > 0 {
      gather(rest.next, count)
      rest.next = rest.end
    }
  }

  private mutating func takeGathered() -> Line {
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

  /// Without the return before the line feed, if those are dropped.
  @inlinable @inline(__always) package func trimmed(_ start: UnsafeRawPointer, _ count: Int) -> Line {
    let hasReturn = dropsReturns && count > 0 && start.load(fromByteOffset: count &- 1, as: UInt8.self) == 13
    return Line(start: start, count: hasReturn ? count &- 1 : count)
  }
}
