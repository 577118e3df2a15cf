import CStreams

@_cdecl("streams_version") @implementation public func streams_version() -> UInt32 {
  UInt32(STREAMS_VERSION_MAJOR << 16 | STREAMS_VERSION_MINOR << 8 | STREAMS_VERSION_PATCH)
}

@_cdecl("streams_version_string") @implementation public func streams_version_string() -> UnsafePointer<CChar>? {
  cString("0.1.0")
}

/// The bytes of a literal: static, and NUL-terminated.
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
