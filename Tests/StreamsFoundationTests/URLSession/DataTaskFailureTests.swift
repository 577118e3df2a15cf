import Foundation
import FoundationNetworking
import Streams
import StreamsFoundation
import Testing

extension URLSessionTests {
  @Suite struct DataTaskFailureTests {
    @Test func aRefusedConnectionFails() throws {
      let server = try HTTPServer { _ in .hangUp }
      let url = server.url("/")
      #expect(try server.close())
      let session = URLSession(configuration: .ephemeral)
      defer { session.finishTasksAndInvalidate() }
      let seen = session.dataTaskPublisher(for: url).arrivals()
      #expect(seen.values.isEmpty && seen.failure?.code == .cannotConnectToHost)
    }

    @Test(
      "a connection that ends before the answer fails",
      arguments: [Answer.hangUp, .reset, .torn(promised: 500, sent: "hello")])
    func tornConnections(_ answer: Answer) throws {
      try withServer({ _ in answer }) { server, session in
        let seen = session.dataTaskPublisher(for: server.url("/")).arrivals()
        #expect(seen.values.isEmpty && seen.failure != nil)
      }
    }

    @Test func theTimeoutOfTheRequestFails() throws {
      try withServer({ _ in .silence }) { server, session in
        var request = URLRequest(url: server.url("/"))
        request.timeoutInterval = 1  // whole seconds are what Foundation counts here
        #expect(session.dataTaskPublisher(for: request).arrivals().failure?.code == .timedOut)
        #expect(server.ledger.wait { $0.open == 0 })
      }
    }

    @Test func aSchemeThatNobodyKnowsFails() {
      let session = URLSession(configuration: .ephemeral)
      defer { session.finishTasksAndInvalidate() }
      let seen = session.dataTaskPublisher(for: URL(string: "no-such-scheme://x")!).arrivals()
      #expect(seen.failure?.code == .unsupportedURL)
    }

    @Test("an error of another kind is wrapped, one of the URL domain is not")
    func errorsOfAProtocolOfOnesOwn() throws {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [Failing.self]
      let session = URLSession(configuration: configuration)
      defer { session.finishTasksAndInvalidate() }
      func failure(_ text: String) throws -> URLError {
        try #require(session.dataTaskPublisher(for: URL(string: "failing://" + text)!).arrivals().failure)
      }
      #expect(try failure("url").code == .networkConnectionLost)
      let other = try failure("other")
      #expect(other.code == .unknown)
      #expect((other.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == "mine")
      #expect(try failure("silent").code == .badServerResponse)
    }
  }
}

/// Fails with an error of the domain that the host of the URL names, or finishes without a response.
private final class Failing: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "failing" }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() {
    switch request.url?.host {
    case "silent": client?.urlProtocolDidFinishLoading(self)
    case "url":
      client?.urlProtocol(
        self, didFailWithError: NSError(domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost))
    default: client?.urlProtocol(self, didFailWithError: NSError(domain: "mine", code: 1))
    }
  }
  override func stopLoading() {}
}
