import Streams
import StreamsTesting

struct Oops: Error, Equatable {}
typealias Source = AnyPublisher<Int, Oops>

/// One row of the table every law runs over: an operator in a form that takes whole numbers and sends them on.
///
/// The name is the operator's method with its first label if it has one, `prefix(while:)`, and after a comma or "of"
/// what is special about the form. The columns below say what the operator does with a publisher or a subscriber that
/// breaks the contract; `Columns.swift` holds it to them.
struct Row: Sendable, CustomStringConvertible {
  /// What comes out when 1, 2, 3, ... goes in.
  enum Shape {
    /// The same, at once.
    case each
    /// The same, when the clock moves.
    case later
    /// The same, at once; but subscribing, requests and cancelling reach upstream when the clock moves.
    case remote
    /// Something else, when upstream has finished or enough is known: what ``output(of:)`` says.
    case once
  }

  /// What becomes of a value or an end that comes before the subscription (C10).
  enum Early { case drop, pass, passValues, trap, trapValues }
  /// What `request(.none)` does (C15). Only what hands upstream's own subscription on passes it.
  enum Zero { case trap, ignore, pass }
  /// What becomes of a value that nobody asked for (C20).
  enum Surplus { case trap, hold, drop, pass }
  /// What becomes of whatever comes after the completion (C44).
  enum Repeat { case drop, pass }

  let name: String
  let shape: Shape
  /// Hands upstream's own subscription on, keeps nothing, checks nothing (C6).
  let isTransparent: Bool
  /// The end waits for demand (C47).
  let holdsEnd: Bool
  /// A failure goes down as it is. It becomes something else, or there cannot be one.
  let passesFailure: Bool
  /// Every value that came in goes out, given enough demand.
  let isLossless: Bool
  /// A subject's values find no demand while one is under way.
  let isOneAtATime: Bool
  /// Values and demand may be nested when upstream nests them (C34): there is no turn in between.
  let isNesting: Bool
  /// It has subscribed to another stream, which waits for demand when this one's upstream is over.
  let hasAnother: Bool
  /// Upstream must not fail: a failure is no failure of the stream but a fault of the program.
  let failureTraps: Bool
  /// The stream is over with the first value (`.once`).
  let endsItself: Bool
  /// What comes out of these when upstream finishes after them, where the shape does not say it.
  let answer: (@Sendable ([Int]) -> [Int])?
  let early: Early
  let zero: Zero
  let surplus: Surplus
  let again: Repeat
  let make: @Sendable (Source, VirtualTime) -> Source

  init(
    name: String, shape: Shape = .each, isTransparent: Bool = false, holdsEnd: Bool = false,
    passesFailure: Bool = true, isLossless: Bool = true, isOneAtATime: Bool = false, isNesting: Bool? = nil,
    hasAnother: Bool = false, failureTraps: Bool = false, endsItself: Bool = false,
    answer: (@Sendable ([Int]) -> [Int])? = nil, early: Early? = nil, zero: Zero? = nil,
    surplus: Surplus? = nil, again: Repeat? = nil, make: @escaping @Sendable (Source, VirtualTime) -> Source
  ) {
    self.name = name
    self.shape = shape
    self.isTransparent = isTransparent
    self.holdsEnd = holdsEnd
    self.passesFailure = passesFailure && !failureTraps
    self.isLossless = isLossless
    self.isOneAtATime = isOneAtATime
    self.isNesting = isNesting ?? isTransparent
    self.hasAnother = hasAnother
    self.failureTraps = failureTraps
    self.endsItself = endsItself
    self.answer = answer
    self.early = early ?? (isTransparent ? .pass : .drop)
    self.zero = zero ?? (isTransparent ? .pass : .ignore)
    self.surplus = surplus ?? (shape == .once ? .hold : .pass)
    self.again = again ?? (isTransparent ? .pass : .drop)
    self.make = make
  }

  var description: String { name }

  /// What has come out, given enough demand, when these have come in and upstream has finished.
  func output(of values: [Int]) -> [Int] {
    if let answer { return answer(values) }
    return shape == .once ? [values.count] : values
  }

  /// Every operator in every form. The rows are in Rows, a file for each folder of operators.
  static let all: [Row] =
    transforming + filtering + folding + combining + flattening + timing + sharing + observing + erasure
    + bytes

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
  private(set) var stream: Source

  init(_ row: Row, demand: Subscribers.Demand = .none, isLate: Bool = false, keepsLaw: Bool = true) {
    probe = Probe(isLate: isLate, keepsLaw: keepsLaw)
    recorder = Recorder(demand: demand)
    stream = row.make(probe.eraseToAnyPublisher(), time)
  }

  /// A stream that is neither over nor cancelled stays in memory (C71), and so does one whose upstream keeps no law.
  deinit {
    cancel()
    if !probe.keepsLaw { probe.dropSubscribers() }
  }

  func subscribe() {
    stream.subscribe(recorder)
    settle()
  }

  /// Lets go of the publisher, to see what else holds its parts.
  func dropStream() { stream = Empty().eraseToAnyPublisher() }

  /// A late probe's subscription.
  func begin() {
    probe.begin()
    settle()
  }

  /// Gives the clock time to bring what is under way: more than any operator of the table takes.
  func settle() { time.advance(by: .nanoseconds(100)) }

  /// Sends a value and gives the clock time to bring it.
  @discardableResult func send(_ value: Int) -> Subscribers.Demand? {
    defer { settle() }
    return probe.send(value)
  }
  func finish() { end(.finished) }
  func fail() { end(.failure(Oops())) }
  func end(_ completion: Subscribers.Completion<Oops>) {
    probe.send(completion: completion)
    settle()
  }
  func request(_ demand: Subscribers.Demand) {
    recorder.request(demand)
    settle()
  }
  func cancel() {
    recorder.cancel()
    settle()
  }
}

/// Tells whether it was freed.
final class Token: Sendable {}
