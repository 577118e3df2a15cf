import Streams

/// Where one scenario plays: its clock, its inputs, and what the stream under test offers besides values.
/// The function that builds the stream gets it.
public final class ScenarioBench {
  public typealias Input = Probe<ScenarioValue, ScenarioFailure>

  public let scenario: Scenario
  /// One tick of virtual time.
  public static let tick = VirtualTime.SchedulerTimeType.Stride.milliseconds(1)
  public let time = VirtualTime()
  /// What `c` on a demand lane does; its token is cancelled by `d`.
  public var connect: (() -> any Cancellable)?

  fileprivate var probes: [String: Input] = [:]
  /// Inputs that move something else than a probe, such as a subject.
  private var senders:
    [String: (value: (ScenarioValue) -> Void, end: (Subscribers.Completion<ScenarioFailure>) -> Void)] =
      [:]
  fileprivate var connection: (any Cancellable)?

  init(_ scenario: Scenario) {
    self.scenario = scenario
    for name in scenario.inputs {
      let isLate = scenario.lane(name)!.columns.contains { $0.split(separator: "+").contains("s") }
      probes[name] = Input(isLate: isLate)
    }
  }

  /// An error that points at the scenario's stream.
  public func fail(_ text: String) -> ScenarioError {
    ScenarioError(file: scenario.file, line: scenario.line, text: text)
  }

  /// The publisher of a lane.
  public func input(_ name: String) throws -> Input {
    guard let probe = probes[name] else { throw fail("the stream names \"\(name)\", which is no lane") }
    return probe
  }

  /// The publisher that a value names.
  public func input(_ value: ScenarioValue) -> Input {
    guard let probe = probes[value.description] else {
      preconditionFailure("\(scenario.file):\(scenario.line): the value \(value) names no lane")
    }
    return probe
  }

  /// A word of the stream by its place; `a zip b` has zip at 1.
  public func word(_ place: Int) throws -> String {
    if place >= scenario.stream.count { throw fail("the stream lacks a word after \(scenario.stream.last!)") }
    return scenario.stream[place]
  }

  /// A number in the stream.
  public func number(_ place: Int) throws -> Int {
    guard let number = Int(try word(place)) else { throw fail("\"\(try word(place))\" is not a number") }
    return number
  }

  /// Lets a lane move a subject.
  public func drive<S: Subject>(_ name: String, _ subject: S) throws
  where S.Output == ScenarioValue, S.Failure == ScenarioFailure {
    _ = try input(name)
    probes[name] = nil
    senders[name] = ({ subject.send($0) }, { subject.send(completion: $0) })
  }

  /// Plays one event of an input's lane. Returns what is wrong with it, if something is.
  fileprivate func play(_ event: String, on name: String) -> String? {
    if event == "s" {
      guard let probe = probes[name] else { return "\(name) is no publisher that can be late" }
      probe.begin()
      return nil
    }
    if event == "|" || event.hasPrefix("!") {
      let end: Subscribers.Completion<ScenarioFailure> =
        event == "|" ? .finished : .failure(ScenarioFailure(String(event.dropFirst())))
      if let sender = senders[name] { sender.end(end) } else { probes[name]!.send(completion: end) }
      return nil
    }
    let value = ScenarioValue(event)
    if let sender = senders[name] {
      sender.value(value)
      return nil
    }
    return probes[name]!.send(value) == nil ? "\(name) sends \(event), which nobody asked for" : nil
  }

  fileprivate func takeAsked(_ name: String, isShowingSubscription: Bool) -> String {
    guard let probe = probes[name] else { return "-" }
    var events: [String] = []
    for asked in probe.takeHistory() {
      switch asked {
      case .subscribe: if isShowingSubscription { events.append("s") }
      case .request(let demand): events.append(ScenarioRunner.text(demand))
      case .returned(let demand): events.append("^" + ScenarioRunner.text(demand))
      case .cancel: events.append("x")
      }
    }
    return events.isEmpty ? "-" : events.joined(separator: "+")
  }
}

/// Plays scenarios and compares what it sees with what they say.
public struct ScenarioRunner {
  public typealias Stream = AnyPublisher<ScenarioValue, ScenarioFailure>

  /// A lane that shows something else than the scenario says.
  public struct Mismatch: CustomStringConvertible, Sendable {
    public let scenario: Scenario
    public let lane: String
    public let expected: String
    public let got: String
    public var description: String {
      let line = scenario.lane(lane)?.line ?? scenario.line
      return """
        \(scenario.file):\(line): \(scenario.name): lane \(lane)
          expected  \(expected)
          got       \(got)
        """
    }
  }

  private let build: (ScenarioBench) throws -> Stream

  /// - Parameter build: makes the stream that the words of `scenario.stream` describe.
  public init(build: @escaping (ScenarioBench) throws -> Stream) { self.build = build }

  /// Plays one scenario.
  /// - Returns: the lanes that differ; none if all is as it should be.
  /// - Throws: ``ScenarioError`` if the scenario makes no sense.
  public func run(_ scenario: Scenario) throws -> [Mismatch] {
    let bench = ScenarioBench(scenario)
    let stream = try build(bench)
    try Self.checkReturns(scenario)
    let subscribers = [
      ScenarioSubscriber(stream, returns: scenario.lane("returns")),
      ScenarioSubscriber(stream, returns: scenario.lane("returns2")),
    ]
    let demands = [scenario.lane("demand"), scenario.lane("demand2")]
    var seen: [String: [String]] = [:]
    var faults: [String] = []
    if !Self.has("s", demands[0]) { subscribers[0].subscribe() }
    if demands[1] != nil && !Self.has("s", demands[1]) { subscribers[1].subscribe() }
    // What is asked for while subscribing shows in the first column; that it was subscribed to does not.
    var setup: [String: String] = [:]
    for name in scenario.inputs { setup[name] = bench.takeAsked(name, isShowingSubscription: false) }

    for column in 0..<scenario.columnCount {
      for subscriber in subscribers { subscriber.column = column }
      bench.time.advance(by: column == 0 ? .nanoseconds(0) : ScenarioBench.tick)
      for (subscriber, lane) in zip(subscribers, demands) {
        for event in Self.events(lane, column) { try subscriber.play(event, bench, lane!) }
      }
      for name in scenario.inputs {
        for event in Self.events(scenario.lane(name), column) {
          if let fault = bench.play(event, on: name) { faults.append("column \(column + 1): \(fault)") }
        }
      }
      seen["out", default: []].append(subscribers[0].takeSeen())
      seen["out2", default: []].append(subscribers[1].takeSeen())
      for name in scenario.inputs {
        var asked = [setup.removeValue(forKey: name), bench.takeAsked(name, isShowingSubscription: true)]
          .compactMap { $0 }.filter { $0 != "-" }
        if asked.isEmpty { asked = ["-"] }
        seen[name + ".demand", default: []].append(asked.joined(separator: "+"))
      }
    }
    bench.connection?.cancel()
    for subscriber in subscribers { subscriber.stop() }
    // Whoever listens to an input otherwise than through the stream is let go of too.
    for probe in bench.probes.values { probe.dropSubscribers() }

    var mismatches: [Mismatch] = []
    for lane in scenario.lanes {
      guard let got = seen[lane.name], got != lane.columns else { continue }
      mismatches.append(
        Mismatch(
          scenario: scenario, lane: lane.name, expected: lane.columns.joined(separator: " "),
          got: got.joined(separator: " ")))
    }
    for fault in faults {
      mismatches.append(Mismatch(scenario: scenario, lane: "inputs", expected: "what was asked for", got: fault))
    }
    for (subscriber, lane) in zip(subscribers, ["out", "out2"]) {
      for violation in subscriber.recorder.violations {
        mismatches.append(Mismatch(scenario: scenario, lane: lane, expected: "the contract kept", got: violation))
      }
    }
    return mismatches
  }

  static func events(_ lane: Scenario.Lane?, _ column: Int) -> [String] {
    guard let word = lane?.columns[column], word != "-" else { return [] }
    return word.split(separator: "+").map(String.init)
  }

  private static func checkReturns(_ scenario: Scenario) throws {
    for lane in [scenario.lane("returns"), scenario.lane("returns2")].compactMap({ $0 }) {
      for word in lane.columns.indices.flatMap({ events(lane, $0) }) {
        let number = word.hasPrefix("r") ? word.dropFirst() : Substring(word)
        if word != "x" && word != "-" && demand(number) == nil {
          throw ScenarioError(file: scenario.file, line: lane.line, text: "unknown word \"\(word)\"")
        }
      }
    }
  }

  private static func has(_ event: String, _ lane: Scenario.Lane?) -> Bool {
    guard let lane else { return false }
    return lane.columns.indices.contains { events(lane, $0).contains(event) }
  }

  static func text(_ demand: Subscribers.Demand) -> String { demand.max.map { "\($0)" } ?? "*" }

  static func demand(_ text: some StringProtocol) -> Subscribers.Demand? {
    text == "*" ? .unlimited : Int(text).flatMap { $0 >= 0 ? .max($0) : nil }
  }
}

/// A subscriber that does what its lanes say.
final class ScenarioSubscriber {
  let stream: ScenarioRunner.Stream
  let returns: Scenario.Lane?
  let recorder = Recorder<ScenarioValue, ScenarioFailure>()
  var column = 0
  private var answers: [String] = []
  private var answerColumn = -1
  private var seen: [String] = []

  init(_ stream: ScenarioRunner.Stream, returns: Scenario.Lane?) {
    self.stream = stream
    self.returns = returns
    recorder.onValue = { [unowned self] recorder, value in
      seen.append(value.description)
      return answer(recorder)
    }
    recorder.onCompletion = { [unowned self] _, completion in
      if case .failure(let failure) = completion { seen.append("!" + failure.name) } else { seen.append("|") }
    }
  }

  func subscribe() { stream.subscribe(recorder) }

  /// Ends what is still running, so that nothing outlives its scenario.
  func stop() { if recorder.completion == nil { recorder.cancel() } }

  func play(_ event: String, _ bench: ScenarioBench, _ lane: Scenario.Lane) throws {
    switch event {
    case "s": subscribe()
    case "x": recorder.cancel()
    case "c":
      guard let connect = bench.connect else { throw error(bench, lane, "this stream cannot be connected") }
      bench.connection = connect()
    case "d": bench.connection?.cancel()
    default:
      guard let demand = ScenarioRunner.demand(event) else { throw error(bench, lane, "unknown word \"\(event)\"") }
      recorder.request(demand)
    }
  }

  private func error(_ bench: ScenarioBench, _ lane: Scenario.Lane, _ text: String) -> ScenarioError {
    ScenarioError(file: bench.scenario.file, line: lane.line, text: text)
  }

  /// What the subscriber does about a value: the next word of this column, nothing if there is none.
  private func answer(_ recorder: Recorder<ScenarioValue, ScenarioFailure>) -> Subscribers.Demand {
    if answerColumn != column { (answers, answerColumn) = (ScenarioRunner.events(returns, column), column) }
    if answers.isEmpty { return .none }
    let word = answers.removeFirst()
    if word == "x" {
      recorder.cancel()
      return .none
    }
    if word.hasPrefix("r"), let demand = ScenarioRunner.demand(word.dropFirst()) {
      recorder.request(demand)
      return .none
    }
    return ScenarioRunner.demand(word) ?? .none
  }

  func takeSeen() -> String {
    defer { seen = [] }
    return seen.isEmpty ? "-" : seen.joined(separator: "+")
  }
}
