import Foundation
import FoundationNetworking
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

extension URLSessionTests {
  @Suite struct DataTaskDemandTests {
    typealias Output = URLSession.DataTaskPublisher.Output

    @Test func nothingIsAskedOfTheServerBeforeTheFirstRequestAndOnceAfterIt() throws {
      try withServer({ _ in .reply(200, body: "hello") }) { server, session in
        let recorder = Recorder<Output, URLError>()
        let isOver = Watched(false)
        recorder.onCompletion = { _, _ in isOver.change { $0 = true } }
        session.dataTaskPublisher(for: server.url("/")).subscribe(recorder)
        let subscription = try #require(recorder.subscription)
        #expect(!server.ledger.wait(seconds: 0.05) { $0.opened > 0 })
        for demand: Subscribers.Demand in [.max(1), .max(3), .unlimited] { recorder.request(demand) }
        #expect(isOver.wait { $0 })
        recorder.request(.max(1))  // C41
        #expect(recorder.values.map(\.data.text) == ["hello"] && recorder.isFinished && recorder.violations == [])
        // One more answer, so that a second request of before would have been here first.
        _ = session.dataTaskPublisher(for: server.url("/last")).arrivals()
        #expect(server.ledger.now.paths == ["/", "/last"])
        subscription.cancel()
      }
    }

    @Test func aDemandOfZeroTraps() async {  // C15
      await #expect(processExitsWith: .failure) {
        let session = URLSession(configuration: .ephemeral)
        let recorder = Recorder<URLSession.DataTaskPublisher.Output, URLError>()
        session.dataTaskPublisher(for: URL(string: "http://127.0.0.1:1/")!).subscribe(recorder)
        recorder.subscription?.request(.none)
      }
    }

    @Test func twoSubscribersMakeTwoRequestsAndMulticastMakesOne() throws {
      try withServer({ _ in .reply(200, body: "hello") }) { server, session in
        let publisher = session.dataTaskPublisher(for: server.url("/twice"))
        #expect([publisher.arrivals(), publisher.arrivals()].map { $0.values.count } == [1, 1])
        #expect(server.ledger.now.paths == ["/twice", "/twice"])

        let both = [Watched(Arrivals<String, URLError>()), Watched(Arrivals<String, URLError>())]
        let shared = session.dataTaskPublisher(for: server.url("/shared")).map(\.data.text)
          .multicast { PassthroughSubject<String, URLError>() }
        let tokens = both.map { shared.sink(into: $0) } + [AnyCancellable(shared.connect())]
        for one in both { #expect(one.wait { $0.isFinished } && one.now.values == ["hello"]) }
        #expect(server.ledger.now.paths == ["/twice", "/twice", "/shared"])
        withExtendedLifetime(tokens) {}
      }
    }

    @Test func retryMakesANewTask() throws {
      let calls = Watched(0)
      try withServer({ _ in
        calls.change { $0 += 1 }
        return calls.now < 3 ? .hangUp : .reply(200, body: "at last")
      }) { server, session in
        let seen = session.dataTaskPublisher(for: server.url("/")).map(\.data.text).retry(5).arrivals()
        #expect(seen.values == ["at last"] && seen.isFinished)
        #expect(server.ledger.now.paths == ["/", "/", "/"])
      }
    }

    @Test func demandReachesTheNetworkThroughFlatMap() throws {
      try withServer({ .later(milliseconds: 10, .reply(200, body: $0.path)) }) { server, session in
        let seen = (0..<12).publisher.setFailureType(to: URLError.self)
          .flatMap(maxPublishers: .max(2)) { session.dataTaskPublisher(for: server.url("/\($0)")) }
          .map(\.data.text).arrivals()
        #expect(Set(seen.values) == Set((0..<12).map { "/\($0)" }) && seen.values.count == 12 && seen.isFinished)
        #expect(server.ledger.now.mostOpen <= 2)
      }
      try withServer({ _ in .endless() }) { server, session in
        let token = (0..<12).publisher.setFailureType(to: URLError.self)
          .flatMap(maxPublishers: .max(2)) { session.dataTaskPublisher(for: server.url("/\($0)")) }
          .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(server.ledger.wait { $0.requests.count == 2 })
        #expect(!server.ledger.wait(seconds: 0.05) { $0.opened > 2 })
        token.cancel()
        #expect(server.ledger.wait { $0.open == 0 } && server.ledger.now.opened == 2)
      }
    }
  }
}
