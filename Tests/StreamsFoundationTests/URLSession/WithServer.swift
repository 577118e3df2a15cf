import Foundation
import FoundationNetworking
import Streams
import StreamsFoundation
import Testing

/// Every suite with a server and a session is part of this one, so that one runs at a time.
@Suite(.serialized) struct URLSessionTests {}

/// Runs `body` with a server and a session of its own, and sees that both end: no connection stays open, libuv lets go
/// of everything, and nobody keeps the session.
func withServer(
  _ answer: @escaping @Sendable (Request) -> Answer,
  delegate: (any URLSessionDelegate)? = nil,
  configuration: URLSessionConfiguration = .ephemeral,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (HTTPServer, URLSession) throws -> Void
) throws {
  let server = try HTTPServer(answer)
  // As many connections as a test likes; six is the default.
  configuration.httpMaximumConnectionsPerHost = 64
  weak var released: URLSession?
  do {
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    released = session
    try body(server, session)
    session.finishTasksAndInvalidate()
  }
  #expect(eventually { released == nil }, "something keeps the session", sourceLocation: sourceLocation)
  #expect(try server.close(), "a connection stayed open", sourceLocation: sourceLocation)
}

/// For what nobody signals. Waits, at most `seconds`.
func eventually(seconds: Double = 30, _ isSo: () -> Bool) -> Bool {
  let deadline = Date(timeIntervalSinceNow: seconds)
  while !isSo() {
    if Date() > deadline { return false }
    Thread.sleep(forTimeInterval: 0.001)
  }
  return true
}

/// What reached a sink.
struct Arrivals<Value, Failure: Error> {
  var values: [Value] = []
  var completion: Subscribers.Completion<Failure>?
  var failure: Failure? { if case .failure(let failure) = completion { failure } else { nil } }
  var isFinished: Bool { if case .finished = completion { true } else { false } }
  var isEmpty: Bool { values.isEmpty && completion == nil }
}

extension Publisher {
  /// Sinks into `arrivals`, which a test can wait for.
  func sink(into arrivals: Watched<Arrivals<Output, Failure>>) -> AnyCancellable {
    sink(
      receiveCompletion: { completion in arrivals.change { $0.completion = completion } },
      receiveValue: { value in arrivals.change { $0.values.append(value) } })
  }

  /// Subscribes and waits for the end.
  func arrivals() -> Arrivals<Output, Failure> {
    let arrivals = Watched(Arrivals<Output, Failure>())
    let token = sink(into: arrivals)
    return withExtendedLifetime(token) {
      #expect(arrivals.wait { $0.completion != nil }, "no end came")
      return arrivals.now
    }
  }
}

extension URLResponse {
  var status: Int? { (self as? HTTPURLResponse)?.statusCode }
}

extension Data {
  var text: String { String(decoding: self, as: UTF8.self) }
}
