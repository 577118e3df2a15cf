import CStreams

/// Copies a struct that the program has filled, in the size that it was compiled with. What an older one lacks is zero;
/// what a newer one has more must be. False: no version of it has that size, or it says something unknown here.
@inline(never) private func copy(
  _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, oldest: Int, newest: Int
) -> Bool {
  let size = source.load(as: Int.self)
  let word = MemoryLayout<UInt>.size
  // Fields are words, and there will never be that many: a size that was not set is not believed.
  guard size >= oldest, size <= newest + 16 * word, size % word == 0 else { return false }
  for offset in stride(from: newest, to: size, by: word) where source.load(fromByteOffset: offset, as: UInt.self) != 0 {
    return false
  }
  target.copyMemory(from: source, byteCount: min(size, newest))
  return true
}

extension streams_subscriber_t {
  /// nil: of unknown size.
  init?(of program: UnsafePointer<streams_subscriber_t>) {
    self.init()
    let oldest = MemoryLayout<streams_subscriber_t>.offset(of: \.on_values)!
    if !copy(program, &self, oldest: oldest, newest: MemoryLayout<streams_subscriber_t>.size) { return nil }
  }
}

extension streams_source_t {
  /// nil: of unknown size.
  init?(of program: UnsafePointer<streams_source_t>) {
    self.init()
    let size = MemoryLayout<streams_source_t>.size
    if !copy(program, &self, oldest: size, newest: size) { return nil }
  }
}

extension streams_producer_t {
  /// nil: of unknown size.
  init?(of program: UnsafePointer<streams_producer_t>) {
    self.init()
    let size = MemoryLayout<streams_producer_t>.size
    if !copy(program, &self, oldest: size, newest: size) { return nil }
  }
}

extension streams_observer_t {
  /// nil: of unknown size.
  init?(of program: UnsafePointer<streams_observer_t>) {
    self.init()
    let size = MemoryLayout<streams_observer_t>.size
    if !copy(program, &self, oldest: size, newest: size) { return nil }
  }
}
