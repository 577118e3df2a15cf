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

/// A struct of the header that begins with its size, and may grow at its end.
protocol Growing {
  init()
  /// The size that its first version had.
  static var oldest: Int { get }
}

extension Growing {
  static var oldest: Int { MemoryLayout<Self>.size }

  /// nil: of unknown size.
  init?(of program: UnsafePointer<Self>) {
    self.init()
    let isKnown = withUnsafeMutableBytes(of: &self) {
      copy(program, $0.baseAddress.unsafelyUnwrapped, oldest: Self.oldest, newest: $0.count)
    }
    if !isKnown { return nil }
  }
}

extension streams_subscriber_t: Growing {
  static var oldest: Int { MemoryLayout<streams_subscriber_t>.offset(of: \.on_values)! }
}
extension streams_source_t: Growing {}
extension streams_producer_t: Growing {}
extension streams_observer_t: Growing {}
