import Streams
import StreamsTesting
import Testing

/// A stream that an upstream never begins (C2) cannot be ended by anybody; but when its upstreams are gone it goes too,
/// with what the others left for it.
@Suite struct NeverOpenedTests {
  private func check(
    _ name: String, _ drive: (Probe<Int, Broken>) -> Void,
    _ make: (_ silent: Probe<Int, Broken>, _ other: Probe<Int, Broken>) -> AnyPublisher<Int, Broken>
  ) {
    weak var held: Recorder<Int, Broken>?
    do {
      let (silent, other) = (Probe<Int, Broken>(isLate: true), Probe<Int, Broken>(keepsLaw: false))
      let recorder = Recorder<Int, Broken>()
      held = recorder
      make(silent, other).subscribe(recorder)
      drive(other)
      #expect(recorder.signals.isEmpty, "\(name)")  // C2: not before the subscription
      other.dropSubscribers()
      silent.dropSubscribers()
    }
    #expect(held == nil, "\(name)")
  }

  @Test func whatIsLeftForItGoes() {
    for (name, drive) in [
      ("finished", { $0.finish() }), ("failed", { $0.fail(.here) }), ("values", { for n in 1...3 { $0.send(n) } }),
    ] as [(String, (Probe<Int, Broken>) -> Void)] {
      check("zip, \(name)", drive) { silent, other in silent.zip(other).map { $0 + $1 }.eraseToAnyPublisher() }
      check("zip the other way, \(name)", drive) { silent, other in
        other.zip(silent).map { $0 + $1 }.eraseToAnyPublisher()
      }
      check("prefix(untilOutputFrom:), \(name)", drive) { silent, other in
        silent.prefix(untilOutputFrom: other).eraseToAnyPublisher()
      }
      check("append, \(name)", drive) { silent, other in silent.append(other).eraseToAnyPublisher() }
    }
  }
}
