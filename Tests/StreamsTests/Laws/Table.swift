import Streams
import StreamsTesting

struct Oops: Error, Equatable {}
typealias Source = AnyPublisher<Int, Oops>

/// One row of the table every law runs over: an operator in a form that takes whole numbers and sends them on.
struct Row: Sendable, CustomStringConvertible {
  /// What comes out when 1, 2, 3, ... goes in.
  enum Shape {
    /// The same, at once.
    case each
    /// The same, when the clock moves.
    case later
    /// One value at the end.
    case once
  }

  let name: String
  var shape = Shape.each
  /// Hands upstream's own subscription on, keeps nothing, checks nothing (C6).
  var isTransparent = false
  /// The end waits for demand (C47).
  var holdsEnd = false
  /// A failure becomes something else.
  var passesFailure = true
  /// Every value that came in goes out, given enough demand.
  var isLossless = true
  /// A subject's values find no demand while one is under way.
  var isOneAtATime = false
  /// Values and demand may be nested when upstream nests them (C34): there is no turn in between.
  var isNesting = false
  /// It has subscribed to another stream, which waits for demand when this one's upstream is over.
  var hasAnother = false
  let make: @Sendable (Source, VirtualTime) -> Source

  var description: String { name }

  static let all: [Row] = [
    Row(name: "map", isTransparent: true, isNesting: true) { a, _ in a.map { $0 }.eraseToAnyPublisher() },
    Row(name: "tryMap", isNesting: true) { a, _ in
      a.tryMap { $0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "filter", isTransparent: true, isNesting: true) { a, _ in
      a.filter { _ in true }.eraseToAnyPublisher()
    },
    Row(name: "compactMap", isTransparent: true, isNesting: true) { a, _ in
      a.compactMap { $0 }.eraseToAnyPublisher()
    },
    Row(name: "scan", isTransparent: true, isNesting: true) { a, _ in a.scan(0) { $1 }.eraseToAnyPublisher() },
    Row(name: "tryScan", isNesting: true) { a, _ in
      a.tryScan(0) { $1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "prefix", isNesting: true) { a, _ in a.prefix(10_000_000).eraseToAnyPublisher() },
    Row(name: "removeDuplicates", isNesting: true) { a, _ in a.removeDuplicates().eraseToAnyPublisher() },
    Row(name: "print", isNesting: true) { a, _ in a.print("", to: Silence()).eraseToAnyPublisher() },
    Row(name: "collect(1)", isNesting: true) { a, _ in a.collect(1).map { $0[0] }.eraseToAnyPublisher() },
    Row(name: "collect", shape: .once, holdsEnd: true) { a, _ in a.collect().map(\.count).eraseToAnyPublisher() },
    Row(name: "reduce", shape: .once, holdsEnd: true) { a, _ in
      a.reduce(0) { sum, _ in sum + 1 }.eraseToAnyPublisher()
    },
    Row(name: "count", shape: .once, holdsEnd: true) { a, _ in a.count().eraseToAnyPublisher() },
    Row(name: "zip") { a, _ in a.zip(zeroes()).map { $0.0 }.eraseToAnyPublisher() },
    Row(name: "zip, second side") { a, _ in zeroes().zip(a).map { $0.1 }.eraseToAnyPublisher() },
    Row(name: "zip of three") { a, _ in zeroes().zip(a, zeroes()).map { $0.1 }.eraseToAnyPublisher() },
    Row(name: "zip of four") { a, _ in zeroes().zip(zeroes(), zeroes(), a).map { $0.3 }.eraseToAnyPublisher() },
    Row(name: "combineLatest", holdsEnd: true, isLossless: false, hasAnother: true) { a, _ in
      Just(0).failing(with: Oops.self).combineLatest(a).map { $0.1 }.eraseToAnyPublisher()
    },
    Row(name: "merge") { a, _ in
      a.merge(with: Empty<Int, Oops>().eraseToAnyPublisher()).eraseToAnyPublisher()
    },
    Row(name: "merge, second side") { a, _ in
      Empty<Int, Oops>().eraseToAnyPublisher().merge(with: a).eraseToAnyPublisher()
    },
    Row(name: "flatMap of Just") { a, _ in a.flatMap { Just($0).failing(with: Oops.self) }.eraseToAnyPublisher() },
    Row(name: "flatMap of one at a time", isOneAtATime: true) { a, _ in
      a.flatMap(maxPublishers: .max(1)) { [$0].publisher.failing(with: Oops.self) }.eraseToAnyPublisher()
    },
    Row(name: "flatMap's inner stream") { a, _ in
      Just(0).failing(with: Oops.self).flatMap { _ in a }.eraseToAnyPublisher()
    },
    Row(name: "switchToLatest, outer", isLossless: false, hasAnother: true) { a, _ in
      a.map { Just($0).failing(with: Oops.self) }.switchToLatest().eraseToAnyPublisher()
    },
    Row(name: "switchToLatest, inner") { a, _ in
      Just(a).failing(with: Oops.self).switchToLatest().eraseToAnyPublisher()
    },
    Row(name: "append, first") { a, _ in a.append(Empty<Int, Oops>()).eraseToAnyPublisher() },
    Row(name: "append, second") { a, _ in Empty<Int, Oops>().append(a).eraseToAnyPublisher() },
    Row(name: "catch", passesFailure: false) { a, _ in a.catch { _ in Empty<Int, Oops>() }.eraseToAnyPublisher() },
    Row(name: "catch, replacement") { a, _ in Fail<Int, Oops>(error: Oops()).catch { _ in a }.eraseToAnyPublisher() },
    Row(name: "retry") { a, _ in a.retry(0).eraseToAnyPublisher() },
    Row(name: "replaceError", passesFailure: false, isNesting: true) { a, _ in
      a.replaceError(with: -1).failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "buffer, keepFull", holdsEnd: true) { a, _ in
      a.buffer(size: 5, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    Row(name: "buffer, byRequest", holdsEnd: true, isLossless: false) { a, _ in
      a.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    Row(name: "debounce", shape: .later, isLossless: false) { a, time in
      a.debounce(for: .nanoseconds(1), scheduler: time).eraseToAnyPublisher()
    },
    Row(name: "receive(on:)", shape: .later) { a, time in a.receive(on: time).eraseToAnyPublisher() },
    Row(name: "share", isLossless: false, isNesting: true) { a, _ in a.share().eraseToAnyPublisher() },
    Row(name: "multicast", isLossless: false, isNesting: true) { a, _ in
      a.multicast { PassthroughSubject<Int, Oops>() }.autoconnect().eraseToAnyPublisher()
    },
    Row(name: "eraseToAnyPublisher", isTransparent: true, isNesting: true) { a, _ in a.eraseToAnyPublisher() },
  ]

  /// Those with a subscription of their own: they keep the law whatever upstream does.
  static let stateful = all.filter { !$0.isTransparent }
  /// Those that pass values on at once.
  static let each = all.filter { $0.shape == .each }
  /// Those that pass any number of values on at once, as they are asked for.
  static let endless = each.filter { !$0.name.hasPrefix("zip") && $0.name != "buffer, byRequest" }
  /// Those that are over, or only hold what they have, once upstream is.
  static let single = all.filter { !$0.hasAnother }
  /// Those that use a scheduler.
  static let later = all.filter { $0.shape == .later }
  /// Those that pass values on, at once or when the clock moves.
  static let passing = all.filter { $0.shape != .once }
}

/// The other side of a zip: enough for the short laws. Not endless, since unlimited demand takes all of it.
func zeroes() -> Retyped<Publishers.Sequence<[Int], Never>, Oops> {
  Array(repeating: 0, count: 200).publisher.failing(with: Oops.self)
}

/// An operator on a probe, with a recorder behind it.
final class LawBench {
  let probe: Probe<Int, Oops>
  let recorder: Recorder<Int, Oops>
  let time = VirtualTime()
  let stream: Source

  init(_ row: Row, demand: Subscribers.Demand = .none, isLate: Bool = false, keepsLaw: Bool = true) {
    probe = Probe(isLate: isLate, keepsLaw: keepsLaw)
    recorder = Recorder(demand: demand)
    stream = row.make(probe.eraseToAnyPublisher(), time)
  }

  /// A stream that is neither over nor cancelled stays in memory (C71), and so does one whose upstream keeps no law.
  deinit {
    recorder.cancel()
    if !probe.keepsLaw { probe.dropSubscribers() }
  }

  func subscribe() { stream.subscribe(recorder) }

  /// Sends a value and gives the clock time to bring it.
  @discardableResult func send(_ value: Int) -> Subscribers.Demand? {
    defer { time.run() }
    return probe.send(value)
  }
  func finish() {
    probe.finish()
    time.run()
  }
  func fail() {
    probe.fail(Oops())
    time.run()
  }
}

/// Tells whether it was freed.
final class Token: Sendable {}
