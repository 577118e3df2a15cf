import Foundation
import FoundationNetworking
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

extension URLSessionTests {
  @Suite struct DataTaskCancellationTests {
    typealias Output = URLSession.DataTaskPublisher.Output
    private struct Page: Decodable { let title: String }

    @Test func cancellingASinkBehindManyOperatorsClosesTheServersConnection() throws {
      let queue = OperationQueue()
      try withServer({ _ in .endless() }) { server, session in
        let arrivals = Watched(Arrivals<String, any Error>())
        let token = session.dataTaskPublisher(for: server.url("/endless"))
          .retry(2)
          .tryMap { data, response in
            guard response.status == 200 else { throw URLError(.badServerResponse) }
            return data
          }
          .decode(type: Page.self, decoder: JSONDecoder())
          .map(\.title)
          .receive(on: queue)
          .share()
          .sink(into: arrivals)
        #expect(server.ledger.wait { $0.requests.count == 1 })
        token.cancel()
        #expect(server.ledger.wait { $0.interrupted == ["/endless"] && $0.open == 0 })
        queue.waitUntilAllOperationsAreFinished()
        #expect(arrivals.now.isEmpty)
        #expect(server.ledger.now.requests.count == 1)
      }
    }

    @Test("whatever the server is doing, cancel closes the connection", arguments: [Answer.endless(), .silence])
    func closes(_ answer: Answer) throws {
      try withServer({ $0.path == "/" ? answer : .reply(200) }) { server, session in
        let recorder = Recorder<Output, URLError>(demand: .unlimited)
        session.dataTaskPublisher(for: server.url("/")).subscribe(recorder)
        #expect(server.ledger.wait { $0.requests.count == 1 })
        recorder.cancel()
        recorder.cancel()
        recorder.request(.max(1))
        #expect(server.ledger.wait { $0.interrupted == ["/"] && $0.open == 0 })
        // Another answer comes on the same delegate queue, after whatever the cancelled task had to say.
        _ = session.dataTaskPublisher(for: server.url("/last")).arrivals()
        #expect(recorder.signals.count == 1 && recorder.violations == [])
      }
    }

    @Test func tenCancelledAtOnceCloseTenConnections() throws {
      try withServer({ _ in .endless() }) { server, session in
        let arrivals = Watched(Arrivals<Output, URLError>())
        let tokens = (0..<10).map { session.dataTaskPublisher(for: server.url("/\($0)")).sink(into: arrivals) }
        #expect(server.ledger.wait { $0.requests.count == 10 && $0.open == 10 })
        DispatchQueue.concurrentPerform(iterations: 10) { tokens[$0].cancel() }
        #expect(server.ledger.wait { $0.open == 0 })
        #expect(Set(server.ledger.now.interrupted) == Set((0..<10).map { "/\($0)" }))
        #expect(arrivals.now.isEmpty)
      }
    }

    @Test func aCancelBeforeTheFirstRequestMakesNoTask() throws {
      try withServer({ _ in .reply(200) }) { server, session in
        let late = Recorder<Output, URLError>()
        session.dataTaskPublisher(for: server.url("/late")).subscribe(late)
        late.cancel()
        late.request(.unlimited)
        let early = Recorder<Output, URLError>(demand: .none)
        early.onSubscription = { $0.cancel() }
        session.dataTaskPublisher(for: server.url("/early")).subscribe(early)
        early.request(.max(1))
        _ = session.dataTaskPublisher(for: server.url("/last")).arrivals()
        #expect(server.ledger.now.paths == ["/last"])
        #expect([late, early].allSatisfy { $0.signals.count == 1 && $0.violations == [] })
      }
    }

    @Test func aCancelInsideTheSubscriptionAfterARequestStopsTheTask() throws {
      try withServer({ _ in .endless() }) { server, session in
        let recorder = Recorder<Output, URLError>(demand: .max(1))
        recorder.onSubscription = { $0.cancel() }
        session.dataTaskPublisher(for: server.url("/")).subscribe(recorder)
        #expect(server.ledger.wait { $0.open == 0 })
        #expect(recorder.signals.count == 1 && recorder.violations == [])
      }
    }

    @Test func aCancelInsideTheValueKeepsTheEndAway() throws {
      try withServer({ _ in .reply(200) }) { server, session in
        let recorder = Recorder<Output, URLError>(demand: .unlimited)
        let hasCome = Watched(false)
        recorder.onValue = { recorder, _ in
          recorder.cancel()
          hasCome.change { $0 = true }
          return .none
        }
        session.dataTaskPublisher(for: server.url("/")).subscribe(recorder)
        #expect(hasCome.wait { $0 })
        _ = session.dataTaskPublisher(for: server.url("/last")).arrivals()
        #expect(recorder.values.count == 1 && recorder.completion == nil && recorder.violations == [])
      }
    }

    @Test func droppingTheTokenCancels() throws {
      try withServer({ _ in .endless() }) { server, session in
        var token: AnyCancellable? = session.dataTaskPublisher(for: server.url("/"))
          .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(server.ledger.wait { $0.requests.count == 1 })
        #expect(token != nil)
        token = nil
        #expect(server.ledger.wait { $0.interrupted == ["/"] })
      }
    }

    @Test func timeoutCancelsTheRequest() throws {
      let time = VirtualTime()
      try withServer({ _ in .endless() }) { server, session in
        let arrivals = Watched(Arrivals<Output, URLError>())
        let token = session.dataTaskPublisher(for: server.url("/"))
          .timeout(.seconds(5), scheduler: time, customError: { URLError(.timedOut) })
          .sink(into: arrivals)
        #expect(server.ledger.wait { $0.requests.count == 1 })
        time.advance(by: .seconds(5))
        #expect(arrivals.now.failure?.code == .timedOut && arrivals.now.values.isEmpty)
        #expect(server.ledger.wait { $0.interrupted == ["/"] && $0.open == 0 })
        withExtendedLifetime(token) {}
      }
    }

    @Test func aNewSearchCancelsTheOneBefore() throws {
      try withServer({ $0.path == "/swift" ? .reply(200, body: "found") : .endless() }) { server, session in
        let typed = PassthroughSubject<String, Never>()
        let arrivals = Watched(Arrivals<String, URLError>())
        let token = typed.setFailureType(to: URLError.self)
          .map { session.dataTaskPublisher(for: server.url("/" + $0)).map(\.data.text) }
          .switchToLatest()
          .sink(into: arrivals)
        for text in ["s", "sw", "swi"] {
          typed.send(text)
          #expect(server.ledger.wait { $0.paths.last == "/" + text })
        }
        #expect(server.ledger.wait { $0.interrupted.sorted() == ["/s", "/sw"] })
        typed.send("swift")
        #expect(arrivals.wait { $0.values == ["found"] })
        #expect(server.ledger.wait { $0.interrupted.sorted() == ["/s", "/sw", "/swi"] })
        typed.send(completion: .finished)
        #expect(arrivals.wait { $0.isFinished })
        withExtendedLifetime(token) {}
      }
    }
  }
}
