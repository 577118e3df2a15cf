import Streams
import StreamsTesting
import Testing

/// An operator in a form that ends the stream by itself: when 1, 2, 3, ... goes in, at the 2.
struct Ender: Sendable, CustomStringConvertible {
  let name: String
  /// What comes before the end.
  var values = [1]
  var fails = false
  let make: @Sendable (Source, VirtualTime) -> Source
  var description: String { name }

  init(
    _ name: String, values: [Int] = [1], fails: Bool = false,
    make: @escaping @Sendable (Source, VirtualTime) -> Source
  ) {
    self.name = name
    self.values = values
    self.fails = fails
    self.make = make
  }

  /// As a row, for the bench.
  var row: Row { Row(name: name, make: make) }

  static let all: [Ender] = [
    Ender("tryMap", fails: true) { a, _ in a.tryMap(upTo1).failing(with: Oops.self).eraseToAnyPublisher() },
    Ender("tryScan", fails: true) { a, _ in
      a.tryScan(0) { try upTo1($1) }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryCompactMap", fails: true) { a, _ in
      a.tryCompactMap { try upTo1($0) }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryFilter", fails: true) { a, _ in
      a.tryFilter { try upTo1($0) == 1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryRemoveDuplicates", fails: true) { a, _ in
      a.tryRemoveDuplicates { try upTo1($1) == $0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryReduce", values: [], fails: true) { a, _ in
      a.tryReduce(0) { try upTo1($1) }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("prefix", values: [1, 2]) { a, _ in a.prefix(2).eraseToAnyPublisher() },
    Ender("encode", fails: true) { a, _ in
      a.encode(encoder: UpTo1()).failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("decode", fails: true) { a, _ in
      a.decode(type: Int.self, decoder: UpTo1()).failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryDrop(while:)", values: [], fails: true) { a, _ in
      a.tryDrop { try upTo1($0) == 1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("prefix(while:)") { a, _ in a.prefix { $0 < 2 }.eraseToAnyPublisher() },
    Ender("tryPrefix(while:)") { a, _ in a.tryPrefix { $0 < 2 }.failing(with: Oops.self).eraseToAnyPublisher() },
    Ender("tryPrefix(while:) that throws", fails: true) { a, _ in
      a.tryPrefix { try upTo1($0) == 1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("prefix(untilOutputFrom:)") { a, _ in
      a.signalling { $0.prefix(untilOutputFrom: $1).eraseToAnyPublisher() }
    },
    Ender("drop(untilOutputFrom:), the other ends", values: []) { a, _ in
      a.with(.finished) { $0.drop(untilOutputFrom: $1).eraseToAnyPublisher() }
    },
    Ender("output(at:)", values: [2]) { a, _ in a.output(at: 1).eraseToAnyPublisher() },
    Ender("output(in:)", values: [1, 2]) { a, _ in a.output(in: 0..<2).eraseToAnyPublisher() },
    Ender("first(where:)", values: [2]) { a, _ in a.first { $0 == 2 }.eraseToAnyPublisher() },
    Ender("tryFirst(where:)", values: [2]) { a, _ in
      a.tryFirst { $0 == 2 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryFirst(where:) that throws", values: [], fails: true) { a, _ in
      a.tryFirst { try upTo1($0) == 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryLast(where:)", values: [], fails: true) { a, _ in
      a.tryLast { try upTo1($0) == 1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("contains", values: [1]) { a, _ in a.contains(2).map { $0 ? 1 : 0 }.eraseToAnyPublisher() },
    Ender("contains(where:)", values: [1]) { a, _ in
      a.contains { $0 == 2 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    },
    Ender("tryContains(where:)", values: [1]) { a, _ in
      a.tryContains { $0 == 2 }.map { $0 ? 1 : 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryContains(where:) that throws", values: [], fails: true) { a, _ in
      a.tryContains { try upTo1($0) == 0 }.map { $0 ? 1 : 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("allSatisfy", values: [0]) { a, _ in a.allSatisfy { $0 < 2 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher() },
    Ender("tryAllSatisfy", values: [0]) { a, _ in
      a.tryAllSatisfy { $0 < 2 }.map { $0 ? 1 : 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryAllSatisfy that throws", values: [], fails: true) { a, _ in
      a.tryAllSatisfy { try upTo1($0) == 1 }.map { $0 ? 1 : 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryMin(by:)", values: [], fails: true) { a, _ in
      a.tryMin { try upTo1($0) < upTo1($1) }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("tryMax(by:)", values: [], fails: true) { a, _ in
      a.tryMax { try upTo1($0) < upTo1($1) }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Ender("zip with a side that is over") { a, _ in
      a.zip(Just(0).failing(with: Oops.self)).map { $0.0 }.eraseToAnyPublisher()
    },
    Ender("zip, the other side fails", values: [], fails: true) { a, _ in
      a.with { $0.zip($1).map { $0.0 }.eraseToAnyPublisher() }
    },
    Ender("merge, the other side fails", fails: true) { a, _ in
      a.with { $0.merge(with: $1).eraseToAnyPublisher() }
    },
    Ender("combineLatest, the other side fails", values: [], fails: true) { a, _ in
      a.with { $0.combineLatest($1).map { $0.0 }.eraseToAnyPublisher() }
    },
    Ender("flatMap, an inner stream fails", fails: true) { a, _ in a.flatMap(failAt2).eraseToAnyPublisher() },
    Ender("switchToLatest, an inner stream fails", fails: true) { a, _ in
      a.map(failAt2).switchToLatest().eraseToAnyPublisher()
    },
  ]
}

func upTo1(_ value: Int) throws -> Int { if value > 1 { throw Oops() } else { value } }

/// Stores a 1 as itself and refuses others.
private struct UpTo1: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> Int { try upTo1(value as! Int) }
  func decode<T: Decodable>(_ type: T.Type, from stored: Int) throws -> T { try upTo1(stored) as! T }
}

private func failAt2(_ value: Int) -> Source {
  value == 2
    ? Fail(error: Oops()).eraseToAnyPublisher()
    : Just(value).failing(with: Oops.self).eraseToAnyPublisher()
}

extension AnyPublisher where Output == Int, Failure == Oops {
  /// This stream beside one that ends just before this one's 2 goes on.
  fileprivate func with(
    _ end: Subscribers.Completion<Oops> = .failure(Oops()), _ make: (Source, Source) -> Source
  ) -> Source {
    let other = PassthroughSubject<Int, Oops>()
    return make(
      map { value in
        if value == 2 { other.send(completion: end) }
        return value
      }.eraseToAnyPublisher(), other.eraseToAnyPublisher())
  }

  /// This stream beside one that sends a value just before this one's 2 goes on.
  fileprivate func signalling(_ make: (Source, Source) -> Source) -> Source {
    let other = PassthroughSubject<Int, Oops>()
    return make(
      map { value in
        if value == 2 { other.send(0) }
        return value
      }.eraseToAnyPublisher(), other.eraseToAnyPublisher())
  }
}

@Test("C42: who ends a stream cancels upstream, once, before the end goes down, and then is dead", arguments: Ender.all)
func cancelGoesBeforeTheEnd(ender: Ender) {
  for request in [Subscribers.Demand.unlimited, .max(3)] {
    let bench = LawBench(ender.row, demand: request, keepsLaw: false)
    var cancelsBefore: [Int] = []
    bench.recorder.onCompletion = { [unowned bench] recorder, _ in
      cancelsBefore.append(bench.probe.cancelCount)
      recorder.request(.max(1))  // C41, C43
      recorder.subscription?.cancel()
      bench.probe.send(8)
      bench.probe.fail(Oops())
    }
    bench.subscribe()
    for value in 1...3 { bench.send(value) }
    #expect(bench.recorder.values == ender.values)
    #expect(bench.recorder.completion != nil)
    #expect((bench.recorder.failure != nil) == ender.fails)
    #expect(cancelsBefore == [1])
    bench.finish()
    #expect(bench.probe.cancelCount == 1)
    #expect(bench.recorder.signals.count == ender.values.count + 2)
    #expect(bench.recorder.violations == [])
  }
}

@Test(
  "C42, C61: a synchronous source is stopped by who ends the stream",
  arguments: Ender.all.filter { !$0.name.contains("side") })  // the other side is subscribed to too late to stop it
func anEndStopsASynchronousSource(ender: Ender) {
  var taken = 0
  let source = numbers(1...1_000).map { value in
    taken += 1
    return value
  }
  let recorder = Recorder<Int, Oops>(demand: .unlimited)
  ender.make(source.eraseToAnyPublisher(), VirtualTime()).subscribe(recorder)
  #expect(recorder.values == ender.values)
  #expect(recorder.completion != nil)
  #expect(taken == 2)
  #expect(recorder.violations == [])
}

@Test("C72: who ends a stream lets go of both sides, even while the subscription is held", arguments: Ender.all)
func anEndReleases(ender: Ender) {
  weak var weakUp: Token?
  weak var weakDown: Token?
  var subscription: (any Subscription)?
  let bench: LawBench
  do {
    let (up, down) = (Token(), Token())
    (weakUp, weakDown) = (up, down)
    bench = LawBench(
      Row(name: ender.name) { a, time in
        ender.make(a.map { value in withExtendedLifetime(up) { value } }.eraseToAnyPublisher(), time)
      }, demand: .unlimited)
    bench.recorder.onValue = { _, _ in withExtendedLifetime(down) { .none } }
    bench.subscribe()
    for value in 1...3 { bench.send(value) }
    subscription = bench.recorder.subscription
    bench.dropStream()
    bench.recorder.onValue = { _, _ in .none }
  }
  #expect(weakUp == nil)
  #expect(weakDown == nil)
  withExtendedLifetime((subscription, bench)) {}
}
