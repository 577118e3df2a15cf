import CStreams
import Glibc
import Streams

/// Standard error, a whole line at a time.
private struct StandardError: TextOutputStream {
  private var line = ""
  mutating func write(_ string: String) {
    line += string
    guard line.hasSuffix("\n") else { return }
    line.withUTF8 { _ = Glibc.write(2, $0.baseAddress, $0.count) }
    line = ""
  }
}

extension streams_value_t: @retroactive CustomStringConvertible {
  public var description: String { describe(self) }
}

extension Fault: CustomStringConvertible {
  var description: String { lend { String(cString: $0.pointee.message) } }
}

@_cdecl("streams_print") @implementation
public func streams_print(_ upstream: OpaquePointer?, _ prefix: UnsafePointer<CChar>?) -> OpaquePointer? {
  let prefix = prefix.map { String(cString: $0) } ?? ""
  guard let upstream = consume(upstream) else { return nil }
  return publish {
    let log = EventLog(prefix: prefix, to: StandardError())
    upstream.attach($0, below: SharedRule(watching: PrintRule<Value>(log))) { fault in
      log.write("receive error: (\(fault))")
      return fault
    }
  }
}
