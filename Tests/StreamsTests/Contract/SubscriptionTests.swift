import Streams
import StreamsTesting
import Testing

@Suite struct SubscriptionTests {
  @Test func theEmptySubscriptionIsSharedAndShowsAsEmpty() {
    #expect(Subscriptions.empty.combineIdentifier == Subscriptions.empty.combineIdentifier)
    #expect("\(Subscriptions.empty)" == "Empty")
    #expect(Mirror(reflecting: Subscriptions.empty).children.isEmpty)
    Subscriptions.empty.request(.none)
    Subscriptions.empty.request(.unlimited)
    Subscriptions.empty.cancel()
  }

  @Test func aSignalWithoutAValueIsSentAndReceivedByName() {
    let recorder = Recorder<Void, Never>(demand: .max(1))
    recorder.receive(subscription: Subscriptions.empty)
    recorder.onValue = { _, _ in .max(3) }
    #expect(recorder.receive() == .max(3))
    #expect(recorder.values.count == 1)
  }
}
