import CLibuv
import Foundation
import StreamsLoop

/// An HTTP/1.1 server on an event loop of this library, in a thread of its own.
///
/// It does with a request what `answer` says, which is called in the loop's thread, and keeps a ledger that tests wait
/// for.
final class HTTPServer: @unchecked Sendable {
  struct Ledger {
    /// The paths, in the order of the requests.
    var requests: [Request] = []
    var opened = 0
    var closed = 0
    /// The most connections that were open at once.
    var mostOpen = 0
    /// The paths of the requests whose connection closed before the answer was complete.
    var interrupted: [String] = []

    var open: Int { opened - closed }
    var paths: [String] { requests.map(\.path) }
  }

  let ledger = Watched(Ledger())
  private let loop: EventLoop
  private let answer: @Sendable (Request) -> Answer
  private var listener: ListeningSocket!
  /// In the loop's thread.
  private var connections: [ObjectIdentifier: Connection] = [:]

  init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    self.answer = answer
    loop = try EventLoop()
    listener = try ListeningSocket(on: loop) { [unowned self] in accept() }
    try loop.start()
  }

  func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(listener.port)\(path)")! }

  private func accept() {
    let connection = try! Connection(on: loop, acceptedBy: listener) { [unowned self] request in
      ledger.change { $0.requests.append(request) }
      return answer(request)
    }
    let key = ObjectIdentifier(connection)
    connections[key] = connection
    ledger.change {
      $0.opened += 1
      $0.mostOpen = max($0.mostOpen, $0.open)
    }
    connection.onClosed = { [unowned self, unowned connection] in
      connections[key] = nil
      ledger.change {
        $0.closed += 1
        if let path = connection.underWay?.path { $0.interrupted.append(path) }
      }
    }
  }

  /// Closes every connection and the loop. True if libuv had let go of everything by then.
  func close() throws -> Bool {
    let isListenerClosed = Watched(false)
    try loop.post { [self] in
      listener.onClosed = { isListenerClosed.change { $0 = true } }
      listener.close()
      for connection in connections.values { connection.hangUp() }
    }
    let isClosed = isListenerClosed.wait { $0 } && ledger.wait { $0.open == 0 }
    try loop.close()
    return isClosed && loop.liveHandles == 0
  }
}
