import CStreams
import Glibc

@_cdecl("streams_value_string") @implementation
public func streams_value_string(_ utf8: UnsafePointer<CChar>?, _ size: Int) -> streams_value_t {
  guard canLie(size, at: utf8) else { return noValue(.invalid) }
  guard hasRoom(for: size) else { return .failed(.memory) }
  // A wrong text is no wrong call: who has text from outside asks here whether it is one.
  guard isUTF8(UnsafeRawBufferPointer(start: utf8, count: size)) else { return .failed(.invalid) }
  return Block.copying(utf8, size).owned(Types.text)
}

private func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
  var i = 0
  while i + 8 <= bytes.count, bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
    i += 8
  }
  while i < bytes.count, bytes[i] < 0x80 { i += 1 }
  if i == bytes.count { return true }
  let rest = UnsafeRawBufferPointer(rebasing: bytes[i...]).bindMemory(to: UInt8.self)
  return String(validating: rest, as: UTF8.self) != nil
}

@_cdecl("streams_value_bytes") @implementation
public func streams_value_bytes(_ data: UnsafeRawPointer?, _ size: Int) -> streams_value_t {
  guard canLie(size, at: data) else { return noValue(.invalid) }
  return hasRoom(for: size) ? Block.copying(data, size).owned(Types.bytes) : .failed(.memory)
}

@_cdecl("streams_value_bytes_adopt") @implementation
public func streams_value_bytes_adopt(
  _ data: UnsafeRawPointer?, _ size: Int, _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> streams_value_t {
  guard canLie(size, at: data) else {
    destroy?(context)
    return noValue(.invalid)
  }
  return Block.adopting(data, size, context, destroy).owned(Types.bytes)
}

@_cdecl("streams_value_part") @implementation
public func streams_value_part(_ bytes: streams_value_t, _ offset: Int, _ size: Int) -> streams_value_t {
  let kind = streams_kind_of(bytes)
  if let refusal = bytes.refusal { return noValue(refusal) }
  guard kind == STREAMS_KIND_BYTES || kind == STREAMS_KIND_STRING else { return noValue(.kind) }
  let span = streams_span_of(bytes)
  guard offset >= 0, size >= 0, offset <= span.size, size <= span.size - offset else { return noValue(.invalid) }
  let start = span.data.map { $0 + offset }
  let tag = bytes.type & Value.tag
  if tag == Value.text || tag == Value.bytes { return .lying(at: start, size, tag) }
  let slice = bytes.pointer.unsafelyUnwrapped.assumingMemoryBound(to: Slice.self)
  return slice.pointee.block._withUnsafeGuaranteedRef { $0.part(start, size).owned(bytes.descriptor) }
}

@_cdecl("streams_value_object") @implementation
public func streams_value_object(_ object: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?) -> streams_value_t
{
  guard let object else { return noValue(.invalid) }
  return Block.adopting(object, 0, object, destroy).owned(Types.object)
}

@_cdecl("streams_value_list") @implementation
public func streams_value_list(_ items: UnsafePointer<streams_value_t>?, _ count: Int) -> streams_value_t {
  guard canLie(count, at: items, size: MemoryLayout<Value>.size) else { return noValue(.invalid) }
  guard hasRoom(for: count * MemoryLayout<Value>.size) else { return .failed(.memory) }
  for i in 0..<count { if let refusal = items.unsafelyUnwrapped[i].refusal { return noValue(refusal) } }
  return Block.listing(items, count)?.owned(Types.list) ?? .failed(.memory)
}

@_cdecl("streams_value_copy") @implementation
public func streams_value_copy(_ value: streams_value_t) -> streams_value_t {
  if let refusal = value.refusal { return noValue(refusal) }
  return (hasRoom(for: value) ? value.copied() : nil) ?? .failed(.memory)
}

@_cdecl("streams_value_clear_slow_") @implementation
public func streams_value_clear_slow_(_ value: streams_value_t) { value.clear() }

@_cdecl("streams_value_equal") @implementation
public func streams_value_equal(_ a: streams_value_t, _ b: streams_value_t) -> Bool { isEqual(a, b, 0) }

private func isEqual(_ a: Value, _ b: Value, _ level: Int) -> Bool {
  let kind = streams_kind_of(a)
  if kind != streams_kind_of(b) { return false }
  switch kind {
  case STREAMS_KIND_DOUBLE: return streams_double_of(a) == streams_double_of(b)
  case STREAMS_KIND_STRING, STREAMS_KIND_BYTES:
    let (x, y) = (streams_span_of(a), streams_span_of(b))
    return x.size == y.size && (x.size == 0 || x.data == y.data || memcmp(x.data!, y.data!, x.size) == 0)
  case STREAMS_KIND_LIST:
    let (x, y) = (streams_list_of(a), streams_list_of(b))
    if x.count != y.count || level == Value.mostLevels { return x.count == y.count && x.items == y.items }
    for i in 0..<x.count where !isEqual(x.items[i].lent, y.items[i].lent, level + 1) { return false }
    return true
  case STREAMS_KIND_OBJECT:
    if streams_object_of(a) == streams_object_of(b) { return true }
    if a.type & ~Value.tag != b.type & ~Value.tag { return false }
    return a.descriptor.pointee.equal?(a.pointer, b.pointer) ?? false
  default: return a.bits == b.bits && a.type == b.type
  }
}

@_cdecl("streams_value_describe") @implementation
public func streams_value_describe(
  _ value: streams_value_t, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int32 {
  if size < 0 || buffer == nil && size > 0 { return misuse(.invalid) }
  let text = Array(describe(value).utf8)
  if let buffer, size > 0 {
    let count = min(text.count, size - 1)
    for i in 0..<count { buffer[i] = CChar(bitPattern: text[i]) }
    buffer[count] = 0
  }
  return Int32(clamping: text.count)
}

/// A value in words, as `streams_print` writes it.
func describe(_ value: Value, _ level: Int = 0) -> String {
  switch streams_kind_of(value) {
  case STREAMS_KIND_NULL: return "null"
  case STREAMS_KIND_BOOL: return "\(streams_bool_of(value))"
  case STREAMS_KIND_INT: return "\(streams_int_of(value))"
  case STREAMS_KIND_DOUBLE: return "\(streams_double_of(value))"
  case STREAMS_KIND_STRING:
    let span = streams_span_of(value)
    return String(decoding: UnsafeRawBufferPointer(start: span.data, count: span.size), as: UTF8.self)
  case STREAMS_KIND_BYTES: return "\(streams_span_of(value).size) bytes"
  case STREAMS_KIND_LIST:
    let list = streams_list_of(value)
    if level == Value.mostLevels { return "[...]" }
    return "[" + (0..<list.count).map { describe(list.items[$0].lent, level + 1) }.joined(separator: ", ") + "]"
  case STREAMS_KIND_OBJECT: return describeObject(value)
  default:
    return value.type == Value.skip ? "skip" : value.type == Value.end ? "end" : "failure \(value.status)"
  }
}

private func describeObject(_ value: Value) -> String {
  let type = value.descriptor.pointee
  if let words = type.describe {
    let size = Int(words(value.pointer, nil, 0))
    if size >= 0 {
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size + 1) {
        $0[0] = 0
        _ = words(value.pointer, $0.baseAddress, size + 1)
        return String(cString: $0.baseAddress!)
      }
    }
  }
  let name = type.name.map { String(cString: $0) } ?? "object"
  return "\(name) 0x\(String(UInt(bitPattern: streams_object_of(value)), radix: 16))"
}
