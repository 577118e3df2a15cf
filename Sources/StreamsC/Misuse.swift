import CStreams
import Glibc
import Streams

private typealias Handler =
  @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?
  ) -> Void

private nonisolated(unsafe) var handler: (Handler, UnsafeMutableRawPointer?)?
private let handlerLock = Lock()

/// Tells of a wrong call and gives its status back. `function` is the C function, as `#function` writes it.
@inline(never) @discardableResult
func misuse(_ status: Status, _ text: String? = nil, _ function: StaticString = #function) -> Int32 {
  let name = String(describing: function).prefix { $0 != "(" }
  let text = text ?? String(cString: streams_status_message(status.code)!)
  if let (handler, context) = handlerLock.withLock({ handler }) {
    name.withCString { name in text.withCString { handler(context, status.code, name, $0) } }
  } else if let wish = getenv("STREAMS_DEBUG").map({ String(cString: $0) }), wish == "1" || wish == "abort" {
    let status = String(cString: streams_status_name(status.code)!)
    writeLine("streams: \(name): \(status): \(text)")
    if wish == "abort" { abort() }
  }
  return status.code
}

/// For functions that return a pointer: nothing, and the reason in `streams_last_error`.
@inline(never)
func fail<T>(_ status: Status, _ text: String? = nil, _ function: StaticString = #function) -> T? {
  Slate.mine.set(Fault(Status(misuse(status, text, function)), text))
  return nil
}

/// One line to standard error, in one piece.
func writeLine(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
}

@_cdecl("streams_set_misuse_handler") @implementation
public func streams_set_misuse_handler(
  _ fn: (
    @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Void
  )?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  handlerLock.withLock { handler = fn.map { ($0, context) } }
  return Status.ok.code
}
