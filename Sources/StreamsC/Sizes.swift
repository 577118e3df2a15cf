import CStreams
import Glibc

// A size_t arrives as an Int: what is greater than anything that can exist is negative.

extension Int {
  /// A size_t that says "at most": so many are no limit.
  init(atMost count: Int) { self = count < 0 ? .max : count }
}

/// Whether so many things of that size can lie there. No program has more than 56 bits of addresses.
@inline(__always) func canLie(_ count: Int, at start: UnsafeRawPointer?, size: Int = 1) -> Bool {
  count >= 0 && count <= 1 << 56 / size && (start != nil || count == 0)
}

/// Whether there is memory for a copy. Swift ends the process where there is none, so a great one is tried first.
func hasRoom(for bytes: Int) -> Bool {
  if bytes < 1 << 30 { return true }
  if bytes > 1 << 48 { return false }
  // As malloc gets it; a compiler may leave out a malloc that is freed at once.
  guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
    memory != MAP_FAILED
  else { return false }
  munmap(memory, bytes)
  return true
}

func hasRoom(for value: Value) -> Bool {
  switch value.type & Value.tag {
  case Value.text, Value.bytes: hasRoom(for: value.count)
  case Value.list: value.count < 1 << 26 || hasRoom(for: value.count &* MemoryLayout<Value>.size)
  default: true
  }
}
