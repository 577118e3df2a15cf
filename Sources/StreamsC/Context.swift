import CStreams

/// The context of a callback. Whoever may still call back holds it; with the last one it is destroyed.
final class Context {
  let pointer: UnsafeMutableRawPointer?
  private let destroy: streams_destroy_fn?
  init(_ pointer: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?) {
    self.pointer = pointer
    self.destroy = destroy
  }
  deinit { destroy?(pointer) }
}

// What stands in for callbacks that were left out, so that nothing is tested per value.
let ignoreValue: streams_value_fn = { _, _ in 0 }
