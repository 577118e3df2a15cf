/// A request as the server read it.
struct Request: Sendable {
  let method: String
  let path: String
  /// Names in lower case.
  let headers: [String: String]
  var body = ""

  /// The head of a request, without its empty line.
  init?(head: some StringProtocol) {
    var lines = head.split(separator: "\r\n")
    guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
    lines.removeFirst()
    (method, path) = (String(words[0]), String(words[1]))
    headers = Dictionary(
      lines.compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        return (line[..<colon].lowercased(), String(value))
      }, uniquingKeysWith: { first, _ in first })
  }

  var bodyLength: Int { headers["content-length"].flatMap { Int($0) } ?? 0 }
}

/// What the server does with a request.
indirect enum Answer: Sendable {
  /// Status, headers and a body. The connection stays open for the next request.
  case reply(Int, headers: [String: String] = [:], body: String = "")
  /// The body in chunks, one write for each.
  case chunks([String])
  /// A chunk every few milliseconds, for ever.
  case endless(everyMilliseconds: Int = 5)
  /// Promises so many bytes, sends fewer, and hangs up.
  case torn(promised: Int, sent: String)
  /// Never anything.
  case silence
  /// Closes the connection without a word.
  case hangUp
  /// Resets the connection.
  case reset
  case later(milliseconds: Int, Answer)

  static func redirect(to path: String) -> Answer { .reply(302, headers: ["Location": path]) }

  /// The head of an answer. One without a length has no body, or one in chunks.
  static func head(_ status: Int, _ headers: [String: String], length: Int?) -> String {
    var lines = ["HTTP/1.1 \(status) \(status == 200 ? "OK" : "Other")"]
    if let length { lines.append("Content-Length: \(length)") }
    lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  static func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }
}
