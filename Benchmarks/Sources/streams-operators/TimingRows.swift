import Measuring
import Streams
import StreamsTesting

/// Runs everything at once. A clock that must move is virtual: its work counts too.
private let now = ImmediateScheduler.shared

let timingRows: [Row] = [
  Row("debounce") { n in cold(n) { $0.debounce(for: .seconds(1), scheduler: now) } },
  Row("throttle") { n in ticking(n) { $0.throttle(for: .nanoseconds(1), scheduler: $1, latest: true) } },
  Row("delay") { n in cold(n) { $0.delay(for: .seconds(1), scheduler: now) } },
  Row("timeout") { n in ticking(n) { $0.timeout(.seconds(1), scheduler: $1) } },
  Row("collect(_:options:)") { n in ticking(n) { $0.collect(.byTime($1, .nanoseconds(10))) } },
  Row("measureInterval") { n in cold(n) { $0.measureInterval(using: now) } },
  Row("receive(on:)") { n in cold(n) { $0.receive(on: now) } },
  Row("subscribe(on:)") { n in cold(n) { $0.subscribe(on: now) } },
  Row("buffer") { n in cold(n) { $0.buffer(size: 8, prefetch: .keepFull, whenFull: .dropOldest) } },
]

/// Sends `count` numbers, one each nanosecond.
@inline(__always) private func ticking<P: Publisher>(
  _ count: Int, _ pipeline: (PassthroughSubject<Int, Never>, VirtualTime) -> P
) -> Int {
  let (subject, time) = (PassthroughSubject<Int, Never>(), VirtualTime())
  let last = Last<P.Output>()
  let token = pipeline(subject, time).sink(receiveCompletion: { _ in }, receiveValue: { last.keep($0) })
  for number in 0..<count {
    subject.send(number)
    time.advance(by: .nanoseconds(1))
  }
  token.cancel()
  return last.count
}
