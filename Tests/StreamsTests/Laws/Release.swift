import Streams
import StreamsTesting
import Testing

/// Builds a stream that holds a token, does something to it, and gives back what it still holds afterwards.
private func remains(
  _ row: Row, keepsLaw: Bool = true, dropsSubscription: Bool = false, _ body: (LawBench) -> Void
) -> (token: Token?, recorder: Recorder<Int, Oops>?, subscription: (any Subscription)?) {
  weak var weakToken: Token?
  weak var weakRecorder: Recorder<Int, Oops>?
  var subscription: (any Subscription)?
  do {
    let token = Token()
    weakToken = token
    let bench = LawBench(row, demand: .unlimited, keepsLaw: keepsLaw)
    weakRecorder = bench.recorder
    bench.recorder.onValue = { _, _ in withExtendedLifetime(token) { .none } }
    bench.subscribe()
    bench.send(1)
    subscription = dropsSubscription ? nil : bench.recorder.subscription
    body(bench)
    bench.recorder.dropSubscription()
    bench.settle()
  }
  return (weakToken, weakRecorder, subscription)
}

@Test("C72: after cancel everything is let go of, even while the subscription is held", arguments: Row.all)
func everythingIsReleasedAfterCancel(row: Row) {
  let left = remains(row) { $0.cancel() }
  #expect(left.token == nil)
  #expect(left.recorder == nil)
  withExtendedLifetime(left.subscription) {}
}

@Test("C72: after the end everything is let go of, even while the subscription is held", arguments: Row.all)
func everythingIsReleasedAfterTheEnd(row: Row) {
  let finished = remains(row) { $0.finish() }
  #expect(finished.token == nil)
  #expect(finished.recorder == nil)
  withExtendedLifetime(finished.subscription) {}
  if row.failureTraps { return }
  let failed = remains(row) { $0.fail() }
  #expect(failed.token == nil)
  #expect(failed.recorder == nil)
  withExtendedLifetime(failed.subscription) {}
}

@Test("C72: cancel inside receive lets go of everything after the call", arguments: Row.passing)
func everythingIsReleasedAfterCancelInsideReceive(row: Row) {
  let left = remains(row) { bench in
    bench.recorder.onValue = { recorder, _ in
      recorder.cancel()
      return .none
    }
    bench.send(2)
  }
  #expect(left.token == nil)
  #expect(left.recorder == nil)
  withExtendedLifetime(left.subscription) {}
}

@Test("C66, C71: once upstream is over, what waits for a demand that cannot come is let go of", arguments: Row.single)
func whatNobodyCanAskForIsReleased(row: Row) {
  for sends in [false, true] {
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let bench = LawBench(row)
      bench.recorder.onCompletion = { _, _ in withExtendedLifetime(token) {} }
      bench.subscribe()
      bench.recorder.dropSubscription()
      if sends { bench.send(1) }  // those that ask for everything take it
      bench.finish()
    }
    #expect(weakToken == nil, "sends: \(sends)")
  }
}

/// A value that can be watched.
private final class Parcel: Sendable {}

@Test("C72: values that wait are let go of on cancel")
func waitingValuesAreReleased() {
  func left(_ make: (Probe<Parcel, Oops>) -> AnyPublisher<Parcel, Oops>) -> Int {
    weak var weakParcel: Parcel?
    let recorder = Recorder<Parcel, Oops>(demand: .none)
    let probe = Probe<Parcel, Oops>(keepsLaw: false)
    make(probe).subscribe(recorder)
    do {
      let parcel = Parcel()
      weakParcel = parcel
      probe.send(parcel)
    }
    recorder.cancel()
    probe.dropSubscribers()
    return withExtendedLifetime((recorder, probe)) { weakParcel == nil ? 0 : 1 }
  }
  #expect(left { $0.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher() } == 0)
  #expect(left { $0.collect(2).map { $0[0] }.eraseToAnyPublisher() } == 0)
  #expect(left { $0.zip(Probe<Int, Oops>()).map { $0.0 }.eraseToAnyPublisher() } == 0)
  #expect(left { $0.merge(with: Probe<Parcel, Oops>()).eraseToAnyPublisher() } == 0)
  #expect(left { $0.combineLatest(Probe<Int, Oops>()).map { $0.0 }.eraseToAnyPublisher() } == 0)
  #expect(left { $0.flatMap { Just($0).failing(with: Oops.self) }.eraseToAnyPublisher() } == 0)
}

@Test("C66: a subscription that is let go of cancels nothing", arguments: Row.all)
func aDroppedSubscriptionCancelsNothing(row: Row) {
  let bench = LawBench(row, demand: .unlimited)
  bench.subscribe()
  bench.recorder.dropSubscription()
  bench.dropStream()
  bench.send(1)
  if !row.endsItself { #expect(bench.probe.cancelCount == 0) }
  bench.finish()
  #expect(bench.recorder.values == row.output(of: [1]))
  // What throttle has scheduled does not keep the stream, once upstream has let go of it (C75).
  #expect(bench.recorder.isFinished || row.name.hasPrefix("throttle"))
}

/// Sends a subscription that tells whether it was freed, to one subscriber.
private final class Watched: Publisher {
  typealias Output = Int
  typealias Failure = Oops
  private final class Tie: Subscription {
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
  private(set) weak var tie: AnyObject?
  var end: (Subscribers.Completion<Oops>) -> Void = { _ in }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Oops {
    let tie = Tie()
    self.tie = tie
    end = { subscriber.receive(completion: $0) }
    subscriber.receive(subscription: tie)
  }
}

@Test(
  "C72: upstream's subscription is let go of after the end and after cancel, even while downstream holds its own",
  arguments: Row.stateful)
func upstreamsSubscriptionIsReleased(row: Row) {
  for end in [Subscribers.Completion<Oops>.finished, .failure(Oops()), nil] {
    if row.failureTraps && end == .failure(Oops()) { continue }
    let (upstream, time) = (Watched(), VirtualTime())
    let recorder = Recorder<Int, Oops>(demand: .unlimited)
    row.make(upstream.eraseToAnyPublisher(), time).subscribe(recorder)
    time.advance(by: .nanoseconds(100))
    #expect(upstream.tie != nil)
    if let end { upstream.end(end) } else { recorder.cancel() }
    time.advance(by: .nanoseconds(100))
    #expect(upstream.tie == nil, "\(String(describing: end))")
    upstream.end = { _ in }
    withExtendedLifetime(recorder.subscription) {}
  }
}
