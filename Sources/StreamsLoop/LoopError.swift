import CLibuv

/// What went wrong on an event loop: a code, and the path it is about if there is one.
///
/// Codes of the operating system are libuv's, as they came: a negated `errno` such as `-2` for `ENOENT`. The loop's own
/// are below -10000, the same numbers as in `streams.h`.
public struct LoopError: Error, Hashable, Sendable {
  /// A negative number: libuv's, or one of `wrongMoment`, `wrongThread`, `busy`, `closed`, `notSupported`.
  public let code: Int32
  /// The file the call was about; nil if it was about none.
  public let path: String?

  public init(code: Int32, path: String? = nil) {
    self.code = code
    self.path = path
  }

  /// The right call at the wrong moment: more `unhold()` than `hold()`.
  public static let wrongMoment = LoopError(code: -10004)
  /// This must be called in the loop's thread.
  public static let wrongThread = LoopError(code: -10008)
  /// The loop runs already, or it was called from within one of its own callbacks, or handles that are not the loop's
  /// still live on it.
  public static let busy = LoopError(code: -10009)
  /// The loop is closed.
  public static let closed = LoopError(code: -10010)
  /// Not for a loop that was adopted: whoever owns it runs it and stops it.
  public static let notSupported = LoopError(code: -10014)

  private var own: (name: String, message: String)? {
    switch self.code {
    case -10004: ("ESTATE", "more releases than holds")
    case -10008: ("ETHREAD", "must be called in the loop's thread")
    case -10009: ("EBUSY", "the loop is in use")
    case -10010: ("ECLOSED", "the loop is closed")
    case -10014: ("ENOTSUP", "not for a loop that was adopted")
    default: nil
    }
  }

  /// The name of the code: "ENOENT", "ECLOSED".
  public var name: String { own?.name ?? LoopError.text(of: code, uv_err_name_r) }

  /// A short English sentence: "no such file or directory: /no/such".
  public var message: String {
    let sentence = own?.message ?? LoopError.text(of: code, uv_strerror_r)
    return path.map { "\(sentence): \($0)" } ?? sentence
  }

  private typealias Writer = (Int32, UnsafeMutablePointer<CChar>?, Int) -> UnsafeMutablePointer<CChar>?

  /// The `_r` forms: the plain ones leak for codes that libuv does not know.
  private static func text(of code: Int32, _ write: Writer) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 160) { buffer in
      buffer.initialize(repeating: 0)
      _ = write(code, buffer.baseAddress, buffer.count)
      return String(cString: buffer.baseAddress!)
    }
  }
}

extension LoopError: CustomStringConvertible {
  public var description: String { "\(name) (\(code)): \(message)" }
}
