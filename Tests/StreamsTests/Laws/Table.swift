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

  /// Every operator in every form. The rows are in Rows, a file for each folder of operators.
  static let all: [Row] =
    transforming + filtering + folding + combining + flattening + timing + sharing + observing + erasure

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
