import CStreams
import Glibc
import Streams

private typealias Handler =
  @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?
  ) -> Void

private nonisolated(unsafe) var handler: (Handler, UnsafeMutableRawPointer?)?
private let handlerLock = Lock()

/// What a handle stands for, if the program can give it a name. Reports about it begin with that.
protocol Named: AnyObject { var name: String? { get } }

/// Tells of a wrong call and gives its status back. `function` is the C function, as `#function` writes it; `object`
/// is what the call was about.
@inline(never) @discardableResult
func misuse(
  _ status: Status, _ text: String? = nil, _ function: StaticString = #function, about object: (any Named)? = nil
) -> Int32 {
  report(status, text, function, object?.name)
  return status.code
}

@inline(never)
private func report(_ status: Status, _ text: String?, _ function: StaticString, _ name: String?) {
  let slate = Slate.mine
  // A handler that calls the library all the same hears nothing of what it does wrong there.
  if slate.isReporting { return }
  slate.isReporting = true
  defer { slate.isReporting = false }
  let function = String(describing: function).prefix { $0 != "(" }
  var text = text ?? String(cString: streams_status_message(status.code)!)
  if let name { text = "\"\(name)\": \(text)" }
  if let (handler, context) = handlerLock.withLock({ handler }) {
    function.withCString { function in text.withCString { handler(context, status.code, function, $0) } }
  } else if let wish = getenv("STREAMS_DEBUG").map({ String(cString: $0) }), wish == "1" || wish == "abort" {
    let status = String(cString: streams_status_name(status.code)!)
    writeLine("streams: \(function): \(status): \(text)")
    if wish == "abort" { abort() }
  }
}

/// For functions that return a pointer: nothing, and the reason in `streams_last_error`.
@inline(never)
func fail<T>(
  _ status: Status, _ text: String? = nil, _ function: StaticString = #function, about object: (any Named)? = nil
) -> T? {
  let name = object?.name
  report(status, text, function, name)
  Slate.mine.set(Fault(status, text, stream: name))
  return nil
}

/// For functions that return a value.
@inline(never)
func noValue(_ status: Status, _ function: StaticString = #function, about object: (any Named)? = nil) -> Value {
  .failed(Status(misuse(status, nil, function, about: object)))
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
