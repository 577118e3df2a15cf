import Foundation
import FoundationNetworking
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

extension URLSessionTests {
  @Suite struct DataTaskReleaseTests {
    typealias Output = URLSession.DataTaskPublisher.Output

    @Test(
      "after the end nobody keeps subscriber, subscription or session", arguments: ["/ends", "/fails", "/cancelled"])
    func released(_ path: String) throws {
      weak var subscriber: Recorder<Output, URLError>?
      weak var subscription: AnyObject?
      try withServer({
        switch $0.path {
        case "/ends": .reply(200)
        case "/fails": .hangUp
        default: .endless()
        }
      }) { server, session in
        let isOver = Watched(path == "/cancelled")
        var kept: (any Subscription)?
        do {
          let recorder = Recorder<Output, URLError>(demand: .max(1))
          recorder.onCompletion = { _, _ in isOver.change { $0 = true } }
          session.dataTaskPublisher(for: server.url(path)).subscribe(recorder)
          kept = recorder.subscription
          subscriber = recorder
          subscription = kept as AnyObject
        }
        #expect(isOver.wait { $0 })
        if path == "/cancelled" {
          #expect(server.ledger.wait { $0.requests.count == 1 })
          #expect(subscriber != nil)
          kept?.cancel()
        }
        // Although the subscription is still here (C72).
        #expect(eventually { subscriber == nil })
        let mirror = Mirror(reflecting: try #require(kept))
        #expect(mirror.children.prefix(3).allSatisfy { "\($0.value)" == "nil" })
        kept = nil
        #expect(eventually { subscription == nil })
      }
    }

    @Test func neverAskedItIsReleasedWithItsSubscriber() throws {
      weak var subscription: AnyObject?
      let session = URLSession(configuration: .ephemeral)
      defer { session.finishTasksAndInvalidate() }
      do {
        let recorder = Recorder<Output, URLError>()
        session.dataTaskPublisher(for: URL(string: "http://127.0.0.1:1/")!).subscribe(recorder)
        subscription = recorder.subscription.map { $0 as AnyObject }
        #expect(subscription != nil)
        recorder.cancel()
      }
      #expect(subscription == nil)
    }

    @Test func thePublisherShowsWhatItAsksFor() {
      let session = URLSession.shared
      var request = URLRequest(url: URL(string: "https://example.com/a?b=c")!)
      #expect("\(session.dataTaskPublisher(for: request))" == "DataTaskPublisher(GET https://example.com/a?b=c)")
      request.httpMethod = "PUT"
      let upload = session.dataTaskPublisher(for: request).map(\.data)
      #expect("\(upload)".hasPrefix("DataTaskPublisher(PUT https://example.com/a?b=c) | MapKeyPath"))
    }

    @Test func theSubscriptionShowsAsInCombine() throws {
      try withServer({ _ in .endless() }) { server, session in
        let recorder = Recorder<Output, URLError>()
        session.dataTaskPublisher(for: server.url("/")).subscribe(recorder)
        let subscription = try #require(recorder.subscription)
        #expect("\(subscription)" == "DataTaskPublisher")
        #expect(!(subscription is any CustomDebugStringConvertible))
        #expect(
          (subscription as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription as? String
            == "DataTaskPublisher")
        let before = Mirror(reflecting: subscription)
        #expect(before.children.map(\.label) == ["task", "downstream", "parent", "demand"])
        #expect(before.descendant("downstream") as? Recorder<Output, URLError> === recorder)
        #expect((before.descendant("parent") as? URLSession.DataTaskPublisher)?.session === session)
        recorder.request(.max(2))
        let after = Mirror(reflecting: subscription)
        #expect(after.descendant("demand") as? Subscribers.Demand == .max(2))
        #expect((after.descendant("task") as? URLSessionDataTask)?.originalRequest?.url == server.url("/"))
        recorder.cancel()
      }
    }
  }
}
