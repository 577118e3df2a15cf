import CStreams

@_cdecl("streams_version") @implementation public func streams_version() -> UInt32 { 0x000100 }
