import Streams
import StreamsTesting
import Testing

/// Sends two subscriptions to each subscriber.
private final class TwoSubscriptions: Publisher {
  typealias Output = Int
  typealias Failure = Oops
  let first = Counting(), second = Counting()
  var send: (Int) -> Subscribers.Demand = { _ in .none }

  final class Counting: Subscription {
    var cancels = 0
    var demand = Subscribers.Demand.none
    func request(_ demand: Subscribers.Demand) { self.demand += demand }
    func cancel() { cancels += 1 }
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Oops {
    send = { subscriber.receive($0) }
    subscriber.receive(subscription: first)
    subscriber.receive(subscription: second)
  }
}

@Test("C8: a second subscription is cancelled and the first kept", arguments: Row.stateful)
func aSecondSubscriptionIsCancelled(row: Row) {
  let source = TwoSubscriptions()
  let time = VirtualTime()
  let recorder = Recorder<Int, Oops>(demand: .max(1))
  row.make(source.eraseToAnyPublisher(), time).subscribe(recorder)
  time.advance(by: .nanoseconds(100))
  #expect(source.second.cancels == 1)
  #expect(source.first.cancels == 0)
  #expect(source.second.demand == .none)
  #expect(source.first.demand != .none)
  _ = source.send(1)
  time.advance(by: .nanoseconds(100))
  #expect(recorder.values == (row.shape == .once && !row.endsItself ? [] : row.output(of: [1])))
  #expect(recorder.violations == [])
  recorder.cancel()
  source.send = { _ in .none }
}
