import CLibuv
import CStreams
import Glibc

/// A status, as the functions of the C API return it.
struct Status: Equatable {
  let code: Int32
  init(_ code: Int32) { self.code = code }
  init(_ status: streams_status) { code = Int32(bitPattern: UInt32(bitPattern: Int32(status.rawValue))) }

  static let ok = Status(STREAMS_OK)
  static let invalid = Status(STREAMS_EINVAL)
  static let handle = Status(STREAMS_EHANDLE)
  static let borrowed = Status(STREAMS_EBORROWED)
  static let state = Status(STREAMS_ESTATE)
  static let demand = Status(STREAMS_EDEMAND)
  static let done = Status(STREAMS_EDONE)
  static let canceled = Status(STREAMS_ECANCELED)
  static let thread = Status(STREAMS_ETHREAD)
  static let busy = Status(STREAMS_EBUSY)
  static let closed = Status(STREAMS_ECLOSED)
  static let kind = Status(STREAMS_EKIND)
  static let limit = Status(STREAMS_ELIMIT)
  static let memory = Status(STREAMS_ENOMEM)
  static let unsupported = Status(STREAMS_ENOTSUP)
  static let version = Status(STREAMS_EVERSION)
}

/// Why a stream failed.
struct Fault: Error {
  let code: Int32
  /// nil: the text of the code.
  let message: String?
  /// It would come again at once, however often it is tried: a loop that is closed stays so.
  var isFinal = false
  /// The named publisher that it came through first.
  var stream: String?

  init(_ status: Status, _ message: String? = nil, stream: String? = nil) {
    code = status.code
    self.message = message
    self.stream = stream
  }

  /// What a callback or a caller gave as a failure: anything but a negative code is a fault of its own.
  init(code: Int32, _ message: String?, stream: String? = nil) {
    self.init(code < 0 ? Status(code) : .invalid, message, stream: stream)
  }

  /// What a callback returned; with the text it has left, if any.
  init(returned code: Int32) { self.init(code: code, Slate.mine.takeMessage()) }

  /// Lends it to C as a `streams_error_t`.
  func lend<R>(_ body: (UnsafePointer<streams_error_t>) -> R) -> R {
    withText(message) { text in
      withText(stream) {
        let error = streams_error_t(code: code, message: text ?? streams_status_message(code), stream: $0)
        return withUnsafePointer(to: error, body)
      }
    }
  }
  private func withText<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
    text.map { $0.withCString(body) } ?? body(nil)
  }
}

/// What each thread remembers for C: the last failure, and the text of the next one.
final class Slate {
  /// What `streams_last_error` hands out; its text is freed with the next one.
  let error = UnsafeMutablePointer<streams_error_t>.allocate(capacity: 1)
  private var owned: UnsafeMutablePointer<CChar>?
  private var stream: UnsafeMutablePointer<CChar>?
  private var message: String?
  /// A report of misuse is under way.
  var isReporting = false

  init() { error.initialize(to: streams_error_t(code: 0, message: cString("success"), stream: nil)) }
  deinit {
    free(owned)
    free(stream)
    error.deallocate()
  }

  func set(_ fault: Fault) {
    free(owned)
    free(stream)
    owned = fault.message.map { strdup($0) } ?? nil
    stream = fault.stream.map { strdup($0) } ?? nil
    error.pointee = streams_error_t(
      code: fault.code, message: owned.map { UnsafePointer($0) } ?? streams_status_message(fault.code),
      stream: stream.map { UnsafePointer($0) })
  }

  /// The last failure, for a stream that fails with it.
  var fault: Fault {
    let code = error.pointee.code
    return Fault(
      code: code, code < 0 ? owned.map { String(cString: $0) } : "no publisher was made",
      stream: stream.map { String(cString: $0) })
  }

  /// What publishers did that are gone, if one is being given up further up the stack.
  @exclusivity(unchecked) private var gone: [Attachment] = []
  @exclusivity(unchecked) private var isGivingUp = false

  /// Gives up what a publisher does, and so the ones it is made of: one after the other, so that a long chain does not
  /// deepen the stack.
  func giveUp(_ attachment: inout Attachment?) {
    if isGivingUp { return gone.append(attachment.take()!) }
    isGivingUp = true
    repeat {
      release(&attachment)
      attachment = gone.popLast()
    } while attachment != nil
    isGivingUp = false
  }
  // Of its own: the compiler would put it off until the end of the loop.
  @inline(never) private func release(_ attachment: inout Attachment?) { attachment = nil }

  func leave(_ text: String) { message = text }
  func takeMessage() -> String? {
    defer { message = nil }
    return message
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { Unmanaged<Slate>.fromOpaque($0!).release() }
    return key
  }()

  static var mine: Slate {
    if let pointer = pthread_getspecific(key) { return Unmanaged<Slate>.fromOpaque(pointer).takeUnretainedValue() }
    let slate = Slate()
    pthread_setspecific(key, Unmanaged.passRetained(slate).toOpaque())
    return slate
  }
}

private struct Entry {
  let status: streams_status
  let name: StaticString
  let message: StaticString
  init(_ status: streams_status, _ name: StaticString, _ message: StaticString) {
    (self.status, self.name, self.message) = (status, name, message)
  }
}

private let entries: [Entry] = [
  Entry(STREAMS_OK, "STREAMS_OK", "success"),
  Entry(STREAMS_SKIP, "STREAMS_SKIP", "the value is dropped"),
  Entry(STREAMS_EINVAL, "STREAMS_EINVAL", "invalid argument"),
  Entry(STREAMS_EHANDLE, "STREAMS_EHANDLE", "the handle is released, foreign or of another type"),
  Entry(STREAMS_EBORROWED, "STREAMS_EBORROWED", "the handle was only lent to a callback"),
  Entry(STREAMS_ESTATE, "STREAMS_ESTATE", "not possible at this moment"),
  Entry(STREAMS_EDEMAND, "STREAMS_EDEMAND", "a value was sent that nobody has asked for"),
  Entry(STREAMS_EDONE, "STREAMS_EDONE", "the stream has completed"),
  Entry(STREAMS_ECANCELED, "STREAMS_ECANCELED", "the stream was cancelled"),
  Entry(STREAMS_ETHREAD, "STREAMS_ETHREAD", "must be called in the thread of the loop"),
  Entry(STREAMS_EBUSY, "STREAMS_EBUSY", "still in use"),
  Entry(STREAMS_ECLOSED, "STREAMS_ECLOSED", "the loop or byte stream is closed"),
  Entry(STREAMS_EKIND, "STREAMS_EKIND", "the value is not of the expected kind"),
  Entry(STREAMS_ELIMIT, "STREAMS_ELIMIT", "too many handles, values or bytes"),
  Entry(STREAMS_ENOMEM, "STREAMS_ENOMEM", "out of memory"),
  Entry(STREAMS_ENOTSUP, "STREAMS_ENOTSUP", "not available here"),
  Entry(STREAMS_EVERSION, "STREAMS_EVERSION", "the size of the struct is unknown to this library"),
  Entry(STREAMS_ETIMEOUT, "STREAMS_ETIMEOUT", "nothing came in time"),
]

/// The highest status a callback may call its own; everything from here down is the program's.
private let firstOfUsers: Int32 = -20000

@_cdecl("streams_status_name") @implementation public func streams_status_name(_ status: Int32) -> UnsafePointer<CChar>?
{
  if let entry = entries.first(where: { Status($0.status).code == status }) { return cString(entry.name) }
  if status <= firstOfUsers { return cString("STREAMS_EUSER") }
  return isLibuv(status) ? uv_err_name(status) : cString("unknown")
}

@_cdecl("streams_status_message") @implementation
public func streams_status_message(_ status: Int32) -> UnsafePointer<CChar>? {
  if let entry = entries.first(where: { Status($0.status).code == status }) { return cString(entry.message) }
  if status <= firstOfUsers { return cString("a failure of the program's own") }
  return isLibuv(status) ? uv_strerror(status) : cString("unknown status")
}

/// Whether libuv knows the code: for others its functions allocate a text each time.
private func isLibuv(_ status: Int32) -> Bool {
  var name = [CChar](repeating: 0, count: 32)
  uv_err_name_r(status, &name, name.count)
  return !name.starts(with: "Unknown".utf8.map { CChar(bitPattern: $0) })
}

@_cdecl("streams_last_error") @implementation public func streams_last_error() -> UnsafePointer<streams_error_t>? {
  UnsafePointer(Slate.mine.error)
}

@_cdecl("streams_set_error_message") @implementation
public func streams_set_error_message(_ message: UnsafePointer<CChar>?) -> Int32 {
  guard let message else { return misuse(.invalid) }
  Slate.mine.leave(String(cString: message))
  return Status.ok.code
}
