import Streams

/// One scenario of a `.scenario` file: what the inputs do, tick by tick, and what must be seen.
/// The format is defined in docs/scenarios.md.
public struct Scenario: Sendable {
  /// One line of columns: what its side does, or must be seen doing, in each tick.
  public struct Lane: Sendable {
    /// The word it begins with: `a`, `out`, `a.demand`.
    public let name: String
    /// Where in the file it stands.
    public let line: Int
    /// One word for each tick.
    public let columns: [String]

    /// What happens in a column: `1+x` is two events, `-` none.
    func events(_ column: Int) -> [String] {
      columns[column] == "-" ? [] : columns[column].split(separator: "+").map(String.init)
    }

    func has(_ event: String) -> Bool { columns.indices.contains { events($0).contains(event) } }
  }

  /// The file it was read from, as it was named.
  public let file: String
  /// Where in the file it begins.
  public let line: Int
  /// The sentence the scenario proves.
  public let name: String
  /// The words of the stream.
  public let stream: [String]
  /// The language it is for, if it is not for both, and why. What stands before the file's first scenario holds for
  /// all of them.
  public let only: (language: String, reason: String)?
  /// Its lanes, in the order they are written.
  public let lanes: [Lane]

  /// The lane of that name, if it is written.
  public func lane(_ name: String) -> Lane? { lanes.first { $0.name == name } }
  /// The names of the inputs, in the order they act in.
  public var inputs: [String] { lanes.map(\.name).filter(Self.isInput).sorted() }
  /// How many ticks it has.
  public var columnCount: Int { lanes.first?.columns.count ?? 0 }

  static func isInput(_ name: String) -> Bool { name.utf8.count == 1 && ("a"..."h").contains(name) }

  /// Lanes that say what the scenario does; all others say what must be seen.
  static let actions: Set = ["demand", "demand2", "returns", "returns2"]
  static let sights: Set = ["out", "out2"]

  static func isLane(_ name: String) -> Bool {
    if isInput(name) || actions.contains(name) || sights.contains(name) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && isInput(String(parts[0])) && parts[1] == "demand"
  }
}

/// Something a scenario file says that has no meaning: names file and line.
public struct ScenarioError: Error, CustomStringConvertible, Sendable {
  /// The file, as it was named.
  public let file: String
  /// The line in it, from 1.
  public let line: Int
  /// What is wrong there.
  public let text: String
  /// An error about that line.
  public init(file: String, line: Int, text: String) {
    self.file = file
    self.line = line
    self.text = text
  }
  /// `file:line: text`
  public var description: String { "\(file):\(line): \(text)" }
}

extension Scenario {
  /// Reads all scenarios of a file's text.
  /// - Throws: ``ScenarioError`` for an unknown word, a missing or doubled lane, or lanes of different lengths.
  public static func parse(_ text: String, file: String) throws -> [Scenario] {
    var reader = Reader(file: file)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { try reader.take(line) }
    try reader.endScenario()
    return reader.scenarios
  }

  private struct Reader {
    let file: String
    var scenarios: [Scenario] = []
    var number = 0
    /// What holds for every scenario that does not say otherwise.
    var everywhere: (language: String, reason: String)?
    // The scenario that is being read.
    var start = 0
    var name: String?
    var stream: [String] = []
    var only: (language: String, reason: String)?
    var lanes: [Lane] = []

    init(file: String) { self.file = file }

    func fail(_ text: String, line: Int? = nil) -> ScenarioError {
      ScenarioError(file: file, line: line ?? number, text: text)
    }

    mutating func take(_ line: Substring) throws {
      number += 1
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
      guard let key = words.first, !key.hasPrefix("#") else { return }
      let rest = Array(words.dropFirst())
      if key == "scenario" {
        try endScenario()
        if rest.isEmpty { throw fail("a scenario needs a sentence") }
        (name, start) = (rest.joined(separator: " "), number)
        return
      }
      if key == "only" {
        guard rest.count > 1, rest[0] == "swift" || rest[0] == "c" else { throw fail("only swift|c and a reason") }
        let language = (language: rest[0], reason: rest.dropFirst().joined(separator: " "))
        if name == nil { everywhere = language } else { only = language }
        return
      }
      if name == nil { throw fail("\"\(key)\" stands before the first scenario") }
      switch key {
      case "stream":
        if !stream.isEmpty { throw fail("a second stream") }
        if rest.isEmpty { throw fail("a stream needs words") }
        stream = rest
      case _ where Scenario.isLane(key):
        if lanes.contains(where: { $0.name == key }) { throw fail("a second lane \(key)") }
        lanes.append(Lane(name: key, line: number, columns: rest))
      default:
        throw fail("unknown word \"\(key)\"")
      }
    }

    mutating func endScenario() throws {
      guard let name else { return }
      if stream.isEmpty { throw fail("\"\(name)\" has no stream", line: start) }
      guard let out = lanes.first(where: { $0.name == "out" }) else {
        throw fail("\"\(name)\" has no lane out", line: start)
      }
      for lane in lanes where lane.columns.count != out.columns.count {
        throw fail("lane \(lane.name) has \(lane.columns.count) columns, out has \(out.columns.count)", line: lane.line)
      }
      scenarios.append(
        Scenario(file: file, line: start, name: name, stream: stream, only: only ?? everywhere, lanes: lanes))
      (self.name, stream, only, lanes) = (nil, [], nil, [])
    }
  }
}
