import Streams
import StreamsTesting
import Testing

/// How the subscriptions of these operators show in logs.
@Suite struct TimingNamesTests {
  static let names: [(String, @Sendable (Source) -> Source)] = [
    ("Debounce", { $0.debounce(for: 1, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher() }),
    ("Throttle", { $0.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true).eraseToAnyPublisher() }),
    ("Timeout", { $0.timeout(1, scheduler: VirtualTime()).eraseToAnyPublisher() }),
    ("ReceiveOn", { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() }),
    ("SubscribeOn", { $0.subscribe(on: ImmediateScheduler.shared).eraseToAnyPublisher() }),
    (
      "MeasureInterval", { $0.measureInterval(using: ImmediateScheduler.shared).map(\.magnitude).eraseToAnyPublisher() }
    ),
    ("CollectByTime", { $0.collect(.byTime(ImmediateScheduler.shared, 1)).map(\.count).eraseToAnyPublisher() }),
    ("Buffer", { $0.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher() }),
  ]

  @Test(arguments: names.indices) func theSubscriptionShowsByThisName(index: Int) {
    let (name, make) = Self.names[index]
    let recorder = Recorder<Int, Oops>()
    make(Probe<Int, Oops>().eraseToAnyPublisher()).subscribe(recorder)
    #expect("\(recorder.subscription!)" == name)
    recorder.cancel()
  }
}
