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

@Suite struct AStructAsSubscription {
  /// What it was told, kept apart: the struct is copied.
  final class Told {
    var demands: [Subscribers.Demand] = []
    var cancels = 0
  }

  struct Ticket: Subscription {
    let combineIdentifier = CombineIdentifier()
    let told: Told
    func request(_ demand: Subscribers.Demand) { told.demands.append(demand) }
    func cancel() { told.cancels += 1 }
  }

  struct Source: Publisher {
    typealias Output = Int
    typealias Failure = Never
    let told: Told
    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      subscriber.receive(subscription: Ticket(told: told))
      _ = subscriber.receive(1)
    }
  }

  @Test func isAskedAndCancelledThroughOperatorsAndSink() {
    let told = Told()
    var values: [Int] = []
    let token = Source(told: told).removeDuplicates().zip(Just(2)).sink { values.append($0.0 + $0.1) }
    #expect(values == [3])
    #expect(told.demands == [.unlimited])
    token.cancel()
    #expect(told.cancels == 1)
  }
}
