import CStreams
import Glibc

/// The natural order of values: less than, equal to or greater than 0; nil if they have none.
private func order(_ a: Value, _ b: Value, _ level: Int = 0) -> Int32? {
  let kinds = (streams_kind_of(a), streams_kind_of(b))
  switch kinds {
  case (STREAMS_KIND_INT, STREAMS_KIND_DOUBLE): return order(streams_int_of(a), streams_double_of(b))
  case (STREAMS_KIND_DOUBLE, STREAMS_KIND_INT): return -order(streams_int_of(b), streams_double_of(a))
  case _ where kinds.0 != kinds.1: return nil
  case (STREAMS_KIND_NULL, _): return 0
  case (STREAMS_KIND_BOOL, _): return order(streams_bool_of(a) ? 1 : 0, streams_bool_of(b) ? 1 : 0)
  case (STREAMS_KIND_INT, _): return order(streams_int_of(a), streams_int_of(b))
  case (STREAMS_KIND_DOUBLE, _): return order(streams_double_of(a), streams_double_of(b))
  case (STREAMS_KIND_STRING, _), (STREAMS_KIND_BYTES, _): return order(streams_span_of(a), streams_span_of(b))
  case (STREAMS_KIND_LIST, _): return order(streams_list_of(a), streams_list_of(b), level)
  default: return nil
  }
}

private func order<T: Comparable>(_ a: T, _ b: T) -> Int32 { a < b ? -1 : a > b ? 1 : 0 }

/// Exactly: not every integer is a double.
private func order(_ a: Int64, _ b: Double) -> Int32 {
  if b.isNaN { return 0 }
  guard let whole = Int64(exactly: b.rounded(.down)) else { return b > 0 ? -1 : 1 }
  return a == whole ? order(Double(whole), b) : order(a, whole)
}

private func order(_ a: streams_span_t, _ b: streams_span_t) -> Int32 {
  let size = min(a.size, b.size)
  let difference = size == 0 ? 0 : memcmp(a.data!, b.data!, size)
  return difference == 0 ? order(a.size, b.size) : difference
}

/// The first items that differ say it, then the lengths.
private func order(_ a: streams_list_t, _ b: streams_list_t, _ level: Int) -> Int32? {
  if level == Value.mostLevels { return nil }
  for i in 0..<min(a.count, b.count) {
    let difference = order(a.items[i].lent, b.items[i].lent, level + 1)
    if difference != 0 { return difference }
  }
  return order(a.count, b.count)
}

@_cdecl("streams_value_compare") @implementation
public func streams_value_compare(
  _ a: streams_value_t, _ b: streams_value_t, _ out: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let out else { return misuse(.invalid) }
  if let refusal = a.refusal ?? b.refusal { return misuse(refusal) }
  guard let order = order(a, b) else { return Status.kind.code }
  out.pointee = order
  return Status.ok.code
}
