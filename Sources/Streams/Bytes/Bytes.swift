/// Some bytes in memory, and what keeps that memory alive: a chunk of a file, or a line of it.
///
/// Copying one, or taking a part, copies no bytes: it counts the owner up. So a line of twenty bytes that is kept
/// keeps its whole chunk; `copied()` frees it from that. The bytes never change while a `Bytes` shows them.
///
/// ```swift
/// if line.starts(with: "ERROR".utf8) { print(String(decoding: line, as: UTF8.self)) }
/// ```
@frozen public struct Bytes: @unchecked Sendable {
  @usableFromInline package let start: UnsafeRawPointer?
  public let count: Int
  /// nil for memory that lives for ever, and for no bytes.
  @usableFromInline package let owner: AnyObject?

  /// Shows memory that `owner` keeps alive and unchanged.
  @inlinable public init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?) {
    start = bytes.baseAddress
    count = bytes.count
    self.owner = owner
  }

  @inlinable @inline(__always) package init(start: UnsafeRawPointer?, count: Int, owner: AnyObject?) {
    self.start = start
    self.count = count
    self.owner = owner
  }

  /// Copies the bytes of a sequence: `Bytes("text".utf8)`.
  public init(_ bytes: some Sequence<UInt8>) {
    let copy = bytes.withContiguousStorageIfAvailable { Bytes.copying(UnsafeRawBufferPointer($0)) }
    self = copy ?? Array(bytes).withUnsafeBytes { Bytes.copying($0) }
  }

  /// No bytes.
  @inlinable public init() { self.init(UnsafeRawBufferPointer(start: nil, count: 0), owner: nil) }

  @usableFromInline package static func copying(_ bytes: UnsafeRawBufferPointer) -> Bytes {
    if bytes.isEmpty { return Bytes() }
    let chunk = Chunk.make(capacity: bytes.count)
    chunk.memory.copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
    return Bytes(UnsafeRawBufferPointer(start: chunk.memory, count: bytes.count), owner: chunk)
  }

  /// The same bytes in memory of their own. One allocation.
  public func copied() -> Bytes { withUnsafeBytes { Bytes.copying($0) } }

  /// Where the bytes lie. Good for the length of the call.
  @inlinable @inline(__always) public func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    defer { withExtendedLifetime(owner) {} }
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The bytes of `range`, counted from the first byte. Copies nothing.
  @inlinable public func part(_ range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a part must lie within the bytes")
    return Bytes(UnsafeRawBufferPointer(start: start.map { $0 + range.lowerBound }, count: range.count), owner: owner)
  }
}

extension Bytes: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { count }

  @inlinable public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "index out of range")
    return withUnsafeBytes { $0[index] }
  }

  @inlinable public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    try withUnsafeBytes { try $0.withMemoryRebound(to: UInt8.self, body) }
  }
}

extension Bytes: Hashable {
  public static func == (l: Bytes, r: Bytes) -> Bool { l.count == r.count && l.elementsEqual(r) }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension Bytes: CustomStringConvertible {
  /// The bytes as UTF-8; what is not gets replaced.
  public var description: String { String(decoding: self, as: UTF8.self) }
}

/// Memory for bytes, counted: one allocation, the bytes behind the header. Whoever holds the only reference may write.
@usableFromInline package final class Chunk: ManagedBuffer<Int, UInt8> {
  package static func make(capacity: Int) -> Chunk {
    unsafeDowncast(Chunk.create(minimumCapacity: capacity) { _ in capacity }, to: Chunk.self)
  }

  /// How much was asked for.
  package var size: Int { header }
  package var memory: UnsafeMutableRawPointer { withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) } }
}
