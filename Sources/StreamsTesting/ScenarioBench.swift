import Streams

/// Where one scenario plays: its clock, its inputs, and what the stream under test offers besides values.
/// The function that builds the stream gets it.
public final class ScenarioBench {
  /// The publisher of a lane.
  public typealias Input = Probe<ScenarioValue, ScenarioFailure>

  /// The scenario that is played.
  public let scenario: Scenario
  /// One tick of virtual time.
  public static let tick = VirtualTime.SchedulerTimeType.Stride.milliseconds(1)
  /// The clock: one tick for each column. The scheduler for operators that know time.
  public let time = VirtualTime()
  /// What `c` on a demand lane does; its token is cancelled by `d`.
  public var connect: (() -> any Cancellable)?

  var probes: [String: Input] = [:]
  /// Inputs that move something else than a probe, such as a subject.
  private var senders:
    [String: (value: (ScenarioValue) -> Void, end: (Subscribers.Completion<ScenarioFailure>) -> Void)] =
      [:]
  var connection: (any Cancellable)?

  init(_ scenario: Scenario) {
    self.scenario = scenario
    for name in scenario.inputs {
      let isLate = scenario.lane(name)!.has("s")
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

  /// A number in the stream, by its place.
  public func number(_ place: Int) throws -> Int {
    guard let number = Int(try word(place)) else { throw fail("\"\(try word(place))\" is not a number") }
    return number
  }

  /// So many ticks of the clock as the number at this place says.
  public func ticks(_ place: Int) throws -> VirtualTime.SchedulerTimeType.Stride {
    .nanoseconds(try number(place).multipliedClamped(by: Self.tick.nanoseconds))
  }

  /// Lets a lane move a subject.
  public func drive<S: Subject>(_ name: String, _ subject: S) throws
  where S.Output == ScenarioValue, S.Failure == ScenarioFailure {
    _ = try input(name)
    probes[name] = nil
    senders[name] = ({ subject.send($0) }, { subject.send(completion: $0) })
  }

  /// Plays one event of an input's lane. Returns what is wrong with it, if something is.
  func play(_ event: String, on name: String) -> String? {
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

  /// What was asked of an input since the last call.
  func takeAsked(_ name: String, isShowingSubscription: Bool) -> [String] {
    let history = probes[name]?.takeHistory() ?? []
    return history.compactMap { asked in
      switch asked {
      case .subscribe: isShowingSubscription ? "s" : nil
      case .request(let demand): demand.word
      case .returned(let demand): "^" + demand.word
      case .cancel: "x"
      }
    }
  }

  /// Lets go of whoever listens to an input otherwise than through the stream.
  func end() {
    connection?.cancel()
    for probe in probes.values { probe.dropSubscribers() }
  }
}
