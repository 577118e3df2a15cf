import Foundation
import FoundationNetworking
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

extension URLSessionTests {
  @Suite struct DataTaskPublisherTests {
    @Test func publishesTheBodyAndTheResponseAndFinishes() throws {
      try withServer({ _ in .reply(200, headers: ["X-Mark": "here"], body: "hello") }) { server, session in
        let seen = session.dataTaskPublisher(for: server.url("/a")).arrivals()
        #expect(seen.values.map(\.data.text) == ["hello"])
        let response = try #require(seen.values.first?.response as? HTTPURLResponse)
        #expect(response.statusCode == 200)
        #expect(response.value(forHTTPHeaderField: "X-Mark") == "here")
        #expect(response.url == server.url("/a"))
        #expect(seen.isFinished)
      }
    }

    @Test func methodHeadersAndBodyOfTheRequestReachTheServer() throws {
      try withServer({ .reply(201, body: $0.body.uppercased()) }) { server, session in
        var request = URLRequest(url: server.url("/things"))
        request.httpMethod = "POST"
        request.httpBody = Data("some text".utf8)
        request.setValue("yes", forHTTPHeaderField: "X-Asked")
        let publisher = session.dataTaskPublisher(for: request)
        #expect(publisher.request == request && publisher.session === session)
        #expect(publisher.arrivals().values.map(\.data.text) == ["SOME TEXT"])
        let received = try #require(server.ledger.now.requests.first)
        #expect(received.method == "POST" && received.headers["x-asked"] == "yes")
      }
    }

    @Test("a status is a value, whatever it says", arguments: [200, 403, 404, 500, 503])
    func statusIsAValue(_ status: Int) throws {
      try withServer({ _ in .reply(status, body: "page") }) { server, session in
        let seen = session.dataTaskPublisher(for: server.url("/")).arrivals()
        #expect(seen.values.map(\.response.status) == [status] && seen.values.map(\.data.text) == ["page"])
        #expect(seen.isFinished)
      }
    }

    @Test func anAnswerWithoutABodyHasEmptyData() throws {
      try withServer({ $0.path == "/none" ? .reply(204) : .reply(200) }) { server, session in
        for (path, status) in [("/none", 204), ("/empty", 200)] {
          let seen = session.dataTaskPublisher(for: server.url(path)).arrivals()
          #expect(seen.values.map(\.data) == [Data()] && seen.values.map(\.response.status) == [status])
          #expect(seen.isFinished)
        }
      }
    }

    @Test func aBodyInChunksIsOneValue() throws {
      try withServer({ _ in .chunks(["one ", "two ", "three"]) }) { server, session in
        let seen = session.dataTaskPublisher(for: server.url("/")).arrivals()
        #expect(seen.values.map(\.data.text) == ["one two three"])
      }
    }

    @Test func aLongBodyArrivesWhole() throws {
      let body = (0..<100_000).map { "line \($0)\n" }.joined()
      try withServer({ _ in .reply(200, body: body) }) { server, session in
        #expect(session.dataTaskPublisher(for: server.url("/")).map(\.data.text).arrivals().values == [body])
      }
    }

    @Test func redirectsAreFollowed() throws {
      try withServer({
        $0.path == "/old" ? .redirect(to: "/new") : .reply(200, body: "moved")
      }) { server, session in
        let seen = session.dataTaskPublisher(for: server.url("/old")).arrivals()
        #expect(seen.values.map(\.data.text) == ["moved"])
        #expect(seen.values.first?.response.url == server.url("/new"))
      }
    }

    @Test func theSessionsDelegateAnswersChallenges() throws {
      final class Doorman: NSObject, URLSessionTaskDelegate {
        func urlSession(
          _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
          completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
          completionHandler(
            .useCredential, URLCredential(user: "ann", password: "secret", persistence: .none))
        }
      }
      let basic = "Basic " + Data("ann:secret".utf8).base64EncodedString()
      try withServer(
        {
          $0.headers["authorization"] == basic
            ? .reply(200, body: "come in") : .reply(401, headers: ["WWW-Authenticate": "Basic realm=\"door\""])
        }, delegate: Doorman()
      ) { server, session in
        let seen = session.dataTaskPublisher(for: server.url("/")).arrivals()
        #expect(seen.values.map(\.data.text) == ["come in"] && seen.isFinished)
        #expect(server.ledger.now.requests.count == 2)
      }
    }
  }
}
