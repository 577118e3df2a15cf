import Streams

/// Plays scenarios and compares what it sees with what they say.
///
/// A scenario names its stream in words; the runner has to know what they mean. For operators of your own, name each:
///
///     let runner = ScenarioRunner(words: [
///       "pairwise": { _, upstream in upstream.pairwise().map { .list([$0.0, $0.1]) }.eraseToAnyPublisher() },
///       "pause": { bench, upstream in
///         upstream.pause(for: try bench.ticks(2), scheduler: bench.time).eraseToAnyPublisher()
///       },
///     ])
///     for mismatch in try runner.run(text, file: "pairwise.scenario") { Issue.record("\(mismatch)") }
///
/// Time is virtual, so a scenario gives the same on every machine. Besides the lanes each run checks the contract
/// (``Recorder/violations``). Threads: all happens on the thread that calls `run`.
public struct ScenarioRunner {
  /// What every scenario's stream is, whatever its operators make of the values in between.
  public typealias Stream = AnyPublisher<ScenarioValue, ScenarioFailure>
  /// What the operator's name in `stream a OPERATOR ...` means: a stream made of the publisher of lane `a`. Its first
  /// option is word 2 of the bench.
  public typealias Word = (_ bench: ScenarioBench, _ upstream: ScenarioBench.Input) throws -> Stream

  /// A lane that shows something else than the scenario says.
  public struct Mismatch: CustomStringConvertible, Sendable {
    /// The scenario that was played.
    public let scenario: Scenario
    /// The lane; `inputs` if an input sent what nobody had asked for.
    public let lane: String
    /// The lane as it is written.
    public let expected: String
    /// The lane as it was seen, or the rule that was broken.
    public let got: String
    /// File, line, scenario, lane, what was expected and what came.
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

  /// For streams of the form `a OPERATOR ...`: what each operator means.
  public init(words: [String: Word]) {
    build = { bench in
      guard let word = words[try bench.word(1)] else { throw bench.fail("unknown operator \"\(try bench.word(1))\"") }
      return try word(bench, bench.input(bench.word(0)))
    }
  }

  /// For streams of any form.
  /// - Parameter build: makes the stream that the words of `scenario.stream` describe.
  public init(build: @escaping (ScenarioBench) throws -> Stream) { self.build = build }

  /// Plays the scenarios of a file's text, without those that are for C only.
  /// - Returns: the lanes that differ; none if all is as it should be.
  /// - Throws: ``ScenarioError`` for what makes no sense, and if there is no scenario at all.
  public func run(_ text: String, file: String) throws -> [Mismatch] {
    let scenarios = try Scenario.parse(text, file: file)
    if scenarios.isEmpty { throw ScenarioError(file: file, line: 1, text: "no scenario") }
    return try scenarios.filter { $0.only?.language != "c" }.flatMap(run)
  }

  /// Plays one scenario.
  /// - Returns: the lanes that differ; none if all is as it should be.
  /// - Throws: ``ScenarioError`` if the scenario makes no sense.
  public func run(_ scenario: Scenario) throws -> [Mismatch] {
    let bench = ScenarioBench(scenario)
    let stream = try build(bench)
    let subscribers = try ["", "2"].map { try ScenarioSubscriber(stream, bench, number: $0) }
    let play = try ScenarioPlay(bench, subscribers)
    var mismatches: [Mismatch] = scenario.lanes.compactMap { lane in
      guard let got = play.seen[lane.name], got != lane.columns else { return nil }
      return Mismatch(
        scenario: scenario, lane: lane.name, expected: lane.columns.joined(separator: " "),
        got: got.joined(separator: " "))
    }
    for fault in play.faults {
      mismatches.append(Mismatch(scenario: scenario, lane: "inputs", expected: "what was asked for", got: fault))
    }
    for subscriber in subscribers {
      for violation in subscriber.recorder.violations {
        mismatches.append(
          Mismatch(scenario: scenario, lane: subscriber.out, expected: "the contract kept", got: violation))
      }
    }
    return mismatches
  }
}

/// What was seen while a scenario was played, lane by lane.
struct ScenarioPlay {
  private(set) var seen: [String: [String]] = [:]
  /// What the inputs sent although nobody had asked for it.
  private(set) var faults: [String] = []

  init(_ bench: ScenarioBench, _ subscribers: [ScenarioSubscriber]) throws {
    for subscriber in subscribers where subscriber.isEarly { subscriber.subscribe() }
    let inputs = bench.scenario.inputs
    // What is asked for while subscribing shows in the first column; that it was subscribed to does not.
    var setup = inputs.map { bench.takeAsked($0, isShowingSubscription: false) }

    for column in 0..<bench.scenario.columnCount {
      for subscriber in subscribers { subscriber.column = column }
      bench.time.advance(by: column == 0 ? .nanoseconds(0) : ScenarioBench.tick)
      for subscriber in subscribers { try subscriber.play() }
      for name in inputs {
        for event in bench.scenario.lane(name)?.events(column) ?? [] {
          if let fault = bench.play(event, on: name) { faults.append("column \(column + 1): \(fault)") }
        }
      }
      for subscriber in subscribers { seen[subscriber.out, default: []].append(subscriber.takeSeen()) }
      for (place, name) in inputs.enumerated() {
        let asked = setup[place] + bench.takeAsked(name, isShowingSubscription: true)
        setup[place] = []
        seen[name + ".demand", default: []].append(asked.isEmpty ? "-" : asked.joined(separator: "+"))
      }
    }
    for subscriber in subscribers { subscriber.stop() }
    bench.end()
  }
}
