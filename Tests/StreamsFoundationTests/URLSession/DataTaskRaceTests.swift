import Foundation
import FoundationNetworking
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

extension URLSessionTests {
  @Suite struct DataTaskRaceTests {
    typealias Output = URLSession.DataTaskPublisher.Output

    @Test func tenAtOnceEachGetTheirOwnAnswer() throws {
      try withServer({ .later(milliseconds: 5, .reply(200, body: "answer to \($0.path)")) }) { server, session in
        let seen = Publishers.MergeMany(
          (0..<10).map { number in
            session.dataTaskPublisher(for: server.url("/\(number)")).map { "\(number): \($0.data.text)" }
          }
        ).arrivals()
        #expect(Set(seen.values) == Set((0..<10).map { "\($0): answer to /\($0)" }) && seen.values.count == 10)
        #expect(seen.isFinished)
      }
    }

    /// A session with a cache is the hard case: docs/decisions/095.
    @Test("a cancel that races the answer leaves all or nothing", arguments: [true, false])
    func races(hasCache: Bool) throws {
      let configuration = URLSessionConfiguration.ephemeral
      if !hasCache { configuration.urlCache = nil }
      try withServer({ _ in .reply(200, body: "hello") }, configuration: configuration) { server, session in
        let publisher = session.dataTaskPublisher(for: server.url("/"))
        var (complete, pause) = (0, 0.0)
        for round in 0..<1000 {
          let recorder = Recorder<Output, URLError>(demand: .unlimited)
          publisher.subscribe(recorder)
          // At once, or after about as long as an answer takes, however loaded the machine is.
          let isAtOnce = round % 3 == 0
          if !isAtOnce { Thread.sleep(forTimeInterval: pause) }
          recorder.subscription?.cancel()
          session.finishDelivering()
          #expect(recorder.violations == [])
          #expect(recorder.values.map(\.data.text) == ["hello"] || recorder.signals.count == 1)
          if recorder.isFinished { complete += 1 }
          if !isAtOnce { pause = recorder.isFinished ? pause * 0.8 : pause * 1.25 + 0.000_001 }
        }
        #expect(0 < complete && complete < 1000, "no race: \(complete) of 1000 were faster than the cancel")
      }
    }

    @Test func aCancelThatRacesTheRequestLeavesNoConnection() throws {
      try withServer({ $0.path == "/last" ? .reply(200) : .endless() }) { server, session in
        let publisher = session.dataTaskPublisher(for: server.url("/"))
        for _ in 0..<300 {
          let recorder = Recorder<Output, URLError>()
          publisher.subscribe(recorder)
          DispatchQueue.concurrentPerform(iterations: 2) { number in
            if number == 0 { recorder.subscription?.request(.max(1)) } else { recorder.subscription?.cancel() }
          }
          #expect(recorder.signals.count == 1 && recorder.violations == [])
        }
        _ = session.dataTaskPublisher(for: server.url("/last")).arrivals()
        #expect(server.ledger.wait { $0.open <= 1 })
      }
    }
  }
}

extension URLSession {
  /// Waits until what the tasks had to say so far has been said.
  fileprivate func finishDelivering() {
    delegateQueue.addOperations([BlockOperation {}], waitUntilFinished: true)
  }
}
