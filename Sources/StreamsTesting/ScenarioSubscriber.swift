import Streams

/// A subscriber that does what its lanes say.
final class ScenarioSubscriber {
  let recorder = Recorder<ScenarioValue, ScenarioFailure>()
  /// The lane that shows what it sees.
  let out: String
  private let stream: ScenarioRunner.Stream
  private let bench: ScenarioBench
  private let demand: Scenario.Lane?
  private let returns: Scenario.Lane?
  /// The tick that it is.
  var column = 0
  private var answers: [String] = []
  /// The column they are for.
  private var answerColumn = -1
  private var seen: [String] = []

  /// - Parameter number: what follows the names of its lanes; "2" for the second subscriber.
  init(_ stream: ScenarioRunner.Stream, _ bench: ScenarioBench, number: String) throws {
    (self.stream, self.bench, out) = (stream, bench, "out" + number)
    (demand, returns) = (bench.scenario.lane("demand" + number), bench.scenario.lane("returns" + number))
    try checkReturns()
    recorder.onValue = { [weak self] recorder, value in
      guard let self else { return .none }
      seen.append(value.description)
      return answer(recorder)
    }
    recorder.onCompletion = { [weak self] _, completion in
      guard let self else { return }
      if case .failure(let failure) = completion { seen.append("!" + failure.name) } else { seen.append("|") }
    }
  }

  /// Whether it subscribes before the first column. The second does only if it has a lane.
  var isEarly: Bool { demand.map { !$0.has("s") } ?? (out == "out") }

  func subscribe() { stream.subscribe(recorder) }

  /// Ends what is still running, so that nothing outlives its scenario.
  func stop() { if recorder.completion == nil { recorder.cancel() } }

  /// Does what its lane says for this column.
  func play() throws {
    for event in demand?.events(column) ?? [] {
      switch event {
      case "s": subscribe()
      case "x": recorder.cancel()
      case "c":
        guard let connect = bench.connect else { throw error(demand, "this stream cannot be connected") }
        bench.connection = connect()
      case "d": bench.connection?.cancel()
      default:
        guard let more = Subscribers.Demand(word: event) else { throw error(demand, "unknown word \"\(event)\"") }
        recorder.request(more)
      }
    }
  }

  func takeSeen() -> String {
    defer { seen = [] }
    return seen.isEmpty ? "-" : seen.joined(separator: "+")
  }

  /// What it does about a value: the next word of this column, nothing if there is none.
  private func answer(_ recorder: Recorder<ScenarioValue, ScenarioFailure>) -> Subscribers.Demand {
    if answerColumn != column { (answers, answerColumn) = (returns?.events(column) ?? [], column) }
    if answers.isEmpty { return .none }
    let word = answers.removeFirst()
    if word == "x" {
      recorder.cancel()
      return .none
    }
    if word.hasPrefix("r"), let more = Subscribers.Demand(word: word.dropFirst()) {
      recorder.request(more)
      return .none
    }
    return Subscribers.Demand(word: word) ?? .none
  }

  private func checkReturns() throws {
    guard let returns else { return }
    for word in returns.columns.indices.flatMap(returns.events) where word != "x" && word != "-" {
      if Subscribers.Demand(word: word.hasPrefix("r") ? word.dropFirst() : Substring(word)) == nil {
        throw error(returns, "unknown word \"\(word)\"")
      }
    }
  }

  private func error(_ lane: Scenario.Lane?, _ text: String) -> ScenarioError {
    ScenarioError(file: bench.scenario.file, line: lane?.line ?? bench.scenario.line, text: text)
  }
}

extension Subscribers.Demand {
  /// `3`, or `*` for everything.
  init?(word: some StringProtocol) {
    if word == "*" {
      self = .unlimited
    } else {
      guard let count = Int(word), count >= 0 else { return nil }
      self = .max(count)
    }
  }

  var word: String { max.map { "\($0)" } ?? "*" }
}
