import CStreams
import Glibc
import Streams

/// A value as it travels: two words, trivial. Between the stages of a pipeline it is plain or lent; only what a
/// callback returns may also be a signal, or owned by whoever gets it.
typealias Value = streams_value_t

extension streams_value_t {
  static var tag: UInt { 7 }
  static var lentTag: UInt { 7 }
  static var text: UInt { UInt(STREAMS_KIND_STRING.rawValue) }
  static var bytes: UInt { UInt(STREAMS_KIND_BYTES.rawValue) }
  static var list: UInt { UInt(STREAMS_KIND_LIST.rawValue) }
  static var skip: UInt { 8 }
  static var end: UInt { 16 }
  static var failure: UInt { 24 }
  /// No address is below.
  static var first: UInt { 4096 }

  @inline(__always) static var null: Value { Value(bits: 0, type: 0) }
  @inline(__always) static func int(_ i: Int64) -> Value {
    Value(bits: UInt64(bitPattern: i), type: UInt(STREAMS_KIND_INT.rawValue))
  }
  @inline(__always) static func lying(at start: UnsafeRawPointer?, _ count: Int, _ kind: UInt) -> Value {
    Value(bits: UInt64(UInt(bitPattern: start)), type: UInt(bitPattern: count) << 3 | kind)
  }
  @inline(__always) static func failed(_ status: Status) -> Value {
    Value(bits: UInt64(bitPattern: Int64(status.code)), type: failure)
  }

  /// Nothing to give up and no signal: what nearly every callback returns. Null is not among them, but rare.
  @inline(__always) var isSettled: Bool { type & Value.tag != 0 }
  /// Null, a boolean or a number: there is nothing behind it, and nothing but the kind in its type.
  @inline(__always) var isNumber: Bool { type < Value.text }
  @inline(__always) var isOwned: Bool { type & Value.tag == 0 && type >= Value.first }
  @inline(__always) var isSignal: Bool { type & Value.tag == 0 && type < Value.first && type != 0 }
  @inline(__always) var lent: Value { isOwned ? Value(bits: bits, type: type | Value.lentTag) : self }
  @inline(__always) var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: UInt(bits)) }
  /// Of a list without a descriptor.
  var items: UnsafePointer<Value>? { UnsafePointer(pointer?.assumingMemoryBound(to: Value.self)) }
  /// How deep lists in lists are looked into. What is deeper may be longer than a stack.
  static var mostLevels: Int { 1000 }
  /// For text, bytes and lists without a descriptor: the size, or the number of items.
  @inline(__always) var count: Int { Int(bitPattern: type >> 3) }
  @inline(__always) var descriptor: UnsafePointer<streams_type_t> {
    UnsafePointer(bitPattern: type & ~Value.tag).unsafelyUnwrapped
  }
  /// The status of a failure.
  var status: Int32 { Int32(truncatingIfNeeded: Int64(bitPattern: bits)) }

  /// A second owned value; plain ones are returned as they are. Nil if an object cannot be copied, or lists lie deeper in
  /// each other than `Value.mostLevels`.
  func copied(_ level: Int = 0) -> Value? {
    switch type & Value.tag {
    case Value.text: return Block.copying(pointer, count).owned(Types.text)
    case Value.bytes: return Block.copying(pointer, count).owned(Types.bytes)
    case Value.list: return Block.listing(items, count, level)?.owned(Types.list)
    case 0, Value.lentTag:
      guard type >= Value.first else { return self }
      guard let copy = descriptor.pointee.copy else { return Value(bits: bits, type: type & ~Value.tag) }
      guard let copy = copy(pointer) else { return nil }
      return Value(bits: UInt64(UInt(bitPattern: copy)), type: type & ~Value.tag)
    default: return self
    }
  }

  /// Gives up what is owned.
  func clear() { if isOwned { descriptor.pointee.clear?(pointer) } }
}

/// What the pointer of a counted text, bytes, list or object leads to; C sees the first two words.
struct Slice {
  var data: UnsafeRawPointer?
  var size: Int
  /// Keeps `data` alive.
  var block: Unmanaged<Block>
}

struct BlockHeader {
  var slice: Slice
  /// What keeps the bytes of a part, or of a chunk that was read.
  var base: AnyObject?
  /// For memory that was adopted.
  var destroy: streams_destroy_fn?
  var context: UnsafeMutableRawPointer?
  /// Values in the tail: a list. They are owned, but lent to whoever looks: part of a list is never somebody's own.
  var items = 0
}

/// The counted owner of text, bytes, a list or an object of the caller's: header and bytes in one allocation.
final class Block: ManagedBuffer<BlockHeader, Value> {
  deinit {
    withUnsafeMutablePointers { header, tail in
      if header.pointee.items > 0 { Block.clear(tail, header.pointee.items) }
      header.pointee.destroy?(header.pointee.context)
    }
  }

  /// Gives up the items of a list. Lists in lists are taken apart here instead of each ending the next: they may lie
  /// deeper in each other than a stack is long.
  private static func clear(_ items: UnsafeMutablePointer<Value>, _ count: Int) {
    var lists: [Value] = []
    func giveUp(_ items: UnsafeMutablePointer<Value>, _ count: Int) {
      for i in 0..<count where items[i].type & Value.tag == Value.lentTag {
        let item = Value(bits: items[i].bits, type: items[i].type & ~Value.tag)
        if item.descriptor == Types.list { lists.append(item) } else { item.clear() }
      }
    }
    giveUp(items, count)
    while let list = lists.popLast() {
      var block = list.pointer.unsafelyUnwrapped.assumingMemoryBound(to: Slice.self).pointee.block.takeRetainedValue()
      guard isKnownUniquelyReferenced(&block) else { continue }
      block.withUnsafeMutablePointers {
        giveUp($1, $0.pointee.items)
        $0.pointee.items = 0
      }
    }
  }

  static func make(bytes: Int) -> Block {
    let block = unsafeDowncast(
      Block.create(minimumCapacity: (bytes + MemoryLayout<Value>.size - 1) / MemoryLayout<Value>.size) { buffer in
        BlockHeader(slice: Slice(data: nil, size: 0, block: .passUnretained(unsafeDowncast(buffer, to: Block.self))))
      }, to: Block.self)
    block.withUnsafeMutablePointers { $0.pointee.slice.data = UnsafeRawPointer($1) }
    return block
  }

  /// A copy, with a NUL behind it.
  static func copying(_ start: UnsafeRawPointer?, _ count: Int) -> Block {
    let block = make(bytes: count + 1)
    block.withUnsafeMutablePointers { header, tail in
      if let start, count > 0 { memcpy(tail, start, count) }
      UnsafeMutableRawPointer(tail).storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
      header.pointee.slice.size = count
    }
    return block
  }

  /// Bytes that lie elsewhere.
  static func around(_ start: UnsafeRawPointer?, _ count: Int) -> Block {
    let block = make(bytes: 0)
    block.withUnsafeMutablePointerToHeader {
      $0.pointee.slice.data = start
      $0.pointee.slice.size = count
    }
    return block
  }

  static func adopting(
    _ start: UnsafeRawPointer?, _ count: Int, _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
  ) -> Block {
    let block = around(start, count)
    block.withUnsafeMutablePointerToHeader {
      $0.pointee.context = context
      $0.pointee.destroy = destroy
    }
    return block
  }

  func part(_ start: UnsafeRawPointer?, _ count: Int) -> Block {
    if count < Block.copyBelow { return .copying(start, count) }
    let part = Block.around(start, count)
    // A part of a part holds the whole: parts of parts of parts are no chain.
    let whole = withUnsafeMutablePointerToHeader { $0.pointee.base } ?? self
    part.withUnsafeMutablePointerToHeader { $0.pointee.base = whole }
    return part
  }
  /// Parts shorter than this are copied: that costs less than counting, and they do not pin the whole.
  static var copyBelow: Int { 256 }

  /// A list of copies; nil if one cannot be copied.
  static func listing(_ items: UnsafePointer<Value>?, _ count: Int, _ level: Int = 0) -> Block? {
    if level >= Value.mostLevels { return nil }
    let block = list(count) { items.unsafelyUnwrapped[$0].copied(level + 1) }
    return block.withUnsafeMutablePointerToHeader { $0.pointee.items == count } ? block : nil
  }

  /// A list of owned values, up to the first that there is no memory for.
  static func list(_ count: Int, _ item: (Int) -> Value?) -> Block {
    let block = make(bytes: count * MemoryLayout<Value>.size)
    block.withUnsafeMutablePointers { header, tail in
      while header.pointee.items < count {
        guard let item = item(header.pointee.items) else { break }
        tail[header.pointee.items] = item.lent
        header.pointee.items += 1
      }
      header.pointee.slice.size = header.pointee.items
    }
    return block
  }

  @inline(__always) var slice: UnsafeMutableRawPointer {
    withUnsafeMutablePointerToHeader { UnsafeMutableRawPointer($0) }
  }
  var data: UnsafeRawPointer? { withUnsafeMutablePointerToHeader { $0.pointee.slice.data } }

  /// Shows other bytes. For whoever has the only reference.
  func wrap(_ bytes: UnsafeRawBufferPointer, _ owner: AnyObject?) {
    withUnsafeMutablePointerToHeader {
      $0.pointee.slice.data = bytes.baseAddress
      $0.pointee.slice.size = bytes.count
      $0.pointee.base = owner
    }
  }

  /// A value that only lends the block.
  func lent(_ type: UnsafePointer<streams_type_t>) -> Value {
    Value(bits: UInt64(UInt(bitPattern: slice)), type: UInt(bitPattern: type) | Value.lentTag)
  }

  /// A value that owns one count of the block.
  func owned(_ type: UnsafePointer<streams_type_t>) -> Value {
    Value(bits: UInt64(UInt(bitPattern: slice)), type: UInt(bitPattern: type)).retaining(self)
  }
}

extension streams_value_t {
  fileprivate func retaining(_ block: Block) -> Value {
    _ = Unmanaged.passRetained(block)
    return self
  }
}

/// The library's own descriptors; they live for ever.
enum Types {
  private nonisolated(unsafe) static let all: UnsafeMutablePointer<streams_type_t> = {
    let all = UnsafeMutablePointer<streams_type_t>.allocate(capacity: 4)
    let kinds = [STREAMS_KIND_STRING, STREAMS_KIND_BYTES, STREAMS_KIND_LIST, STREAMS_KIND_OBJECT]
    let names: [StaticString] = ["string", "bytes", "list", "object"]
    for i in 0..<4 {
      (all + i).initialize(
        to: streams_type_t(
          size: MemoryLayout<streams_type_t>.size, kind: kinds[i].rawValue, flags: UInt32(STREAMS_TYPE_BOXED),
          name: cString(names[i]), copy: { retain($0) },
          clear: { $0?.assumingMemoryBound(to: Slice.self).pointee.block.release() }, equal: nil, describe: nil))
    }
    return all
  }()
  static var text: UnsafePointer<streams_type_t> { UnsafePointer(all) }
  static var bytes: UnsafePointer<streams_type_t> { UnsafePointer(all + 1) }
  static var list: UnsafePointer<streams_type_t> { UnsafePointer(all + 2) }
  static var object: UnsafePointer<streams_type_t> { UnsafePointer(all + 3) }
  static func isOurs(_ type: UnsafePointer<streams_type_t>) -> Bool {
    type >= UnsafePointer(all) && type < UnsafePointer(all + 4)
  }

  /// Counts up what a slice belongs to. The address stays if the slice is the block's own.
  private static func retain(_ slice: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let slice else { return nil }
    let block = Block.keeping(slice)
    _ = Unmanaged.passRetained(block)
    return block.slice
  }
}

extension Block {
  /// The block to hold for a counted slice: its own, or a new one around a part that someone cut out.
  static func keeping(_ slice: UnsafeMutableRawPointer) -> Block {
    let cut = slice.assumingMemoryBound(to: Slice.self).pointee
    let block = cut.block.takeUnretainedValue()
    if block.slice == slice { return block }
    let whole = block.slice.assumingMemoryBound(to: Slice.self).pointee
    if whole.data == cut.data && whole.size == cut.size { return block }
    return block.part(cut.data, cut.size)
  }
}

/// A value that is stored: what `plain` points to lives as long as this.
struct KeptValue {
  /// Plain or lent.
  let plain: Value
  let owner: AnyObject?

  private init(plain: Value, owner: AnyObject?) {
    self.plain = plain
    self.owner = owner
  }

  /// Numbers have no owner and cost nothing.
  @inline(__always) init(_ value: Value) {
    if value.isNumber { self.init(plain: value, owner: nil) } else { self = KeptValue(copying: value) ?? noMemory() }
  }

  /// What a function of the API is given to keep; nil if it is no value, or there is no memory for a copy.
  @inline(__always) init?(given value: Value) {
    if value.isNumber {
      self.init(plain: value, owner: nil)
    } else {
      if value.isSignal { return nil }
      self.init(copying: value)
    }
  }

  @inline(never) private init?(copying value: Value) {
    let tag = value.type & Value.tag
    switch tag {
    case Value.text, Value.bytes, Value.list:
      let count = value.count
      if count == 0 { self.init(plain: .lying(at: nil, 0, tag), owner: nil); return }
      guard let block = tag == Value.list ? Block.listing(value.items, count) : Block.copying(value.pointer, count)
      else { return nil }
      self.init(plain: .lying(at: block.data, count, tag), owner: block)
    default:
      if value.type < Value.first {
        self.init(plain: value, owner: nil)
      } else if Types.isOurs(value.descriptor) {
        let block = Block.keeping(value.pointer.unsafelyUnwrapped)
        self.init(
          plain: Value(bits: UInt64(UInt(bitPattern: block.slice)), type: value.type | Value.lentTag), owner: block)
      } else {
        guard let copy = value.copied() else { return nil }
        self.init(taking: copy)
      }
    }
  }

  /// Takes an owned value over, without a second count.
  init(taking value: Value) {
    guard value.isOwned else {
      self.init(value)
      return
    }
    if Types.isOurs(value.descriptor) {
      let slice = value.pointer.unsafelyUnwrapped.assumingMemoryBound(to: Slice.self)
      self.init(plain: value.lent, owner: slice.pointee.block.takeRetainedValue())
    } else {
      self.init(plain: value.lent, owner: Possession(value))
    }
  }

  /// An owned value for someone else: one count more, or a copy of what C counts itself.
  func owned() -> Value {
    guard let owner else { return plain }
    switch plain.type & Value.tag {
    case Value.text: return unsafeDowncast(owner, to: Block.self).owned(Types.text)
    case Value.bytes: return unsafeDowncast(owner, to: Block.self).owned(Types.bytes)
    case Value.list: return unsafeDowncast(owner, to: Block.self).owned(Types.list)
    default: return plain.copied() ?? noMemory()
    }
  }
}

/// In the midst of a stream nobody can be told; so it is as with every other allocation in Swift.
private func noMemory<T>() -> T { fatalError("streams: out of memory for a copy of a value") }

/// Owns an object that the caller counts.
private final class Possession {
  let value: Value
  init(_ value: Value) { self.value = value }
  deinit { value.clear() }
}
