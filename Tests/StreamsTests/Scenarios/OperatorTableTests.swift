import Foundation
import Testing

/// One row of docs/operators.md.
struct OperatorRow: Sendable, CustomStringConvertible {
  static let columns = ["operator", "file", "driver", "asks", "bound", "cost", "scenario", "C function"]

  /// What stands between backticks in the first cell.
  let names: [String]
  private let cells: [String]

  var file: String { cells[1] }
  var drivers: [String] { cells[2].components(separatedBy: ", ") }
  var cost: String { cells[5] }
  var scenarioCell: String { cells[6] }
  var functionCell: String { cells[7] }
  /// nil if it says why there is none.
  var scenario: String? { scenarioCell.hasPrefix("none") ? nil : scenarioCell }
  /// Empty if it says why there is none.
  var functions: [String] { functionCell.hasPrefix("none") ? [] : functionCell.components(separatedBy: ", ") }
  var emptyCells: [String] { zip(Self.columns, cells).filter { $1.isEmpty }.map { $0.0 } }
  var description: String { names.joined(separator: ", ") }

  /// Names without their labels: `prefix(_:)` is `prefix`, `Sequence.publisher` is as it stands.
  var methods: [String] { names.map { String($0.prefix { $0 != "(" }) } }

  /// nil if the line is no row of a table of operators.
  init?(line: Substring) {
    guard line.hasPrefix("| `"), line.hasSuffix("|") else { return nil }
    cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    names = cells[0].split(separator: "`").enumerated().filter { $0.offset.isMultiple(of: 2) }.map { String($1) }
    guard cells.count == Self.columns.count else { fatalError("docs/operators.md: not eight cells: \(line)") }
  }

  static let text = try! String(
    contentsOf: Scenarios.root.appendingPathComponent("docs/operators.md"), encoding: .utf8)
  static let all = text.split(separator: "\n").compactMap(OperatorRow.init(line:))
}

@Suite("docs/operators.md")
struct OperatorTableTests {
  private let sources = Scenarios.root.appendingPathComponent("Sources/Streams")

  /// Below Sources/Streams.
  private func swiftFiles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
  }

  private func lines(of file: String) throws -> [Substring] {
    try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("every table has the columns that the tests read, and no cell is empty")
  func tablesAreComplete() {
    let header = "| " + OperatorRow.columns.joined(separator: " | ") + " |"
    let headers = OperatorRow.text.split(separator: "\n").filter { $0.hasPrefix("| operator | file") }
    #expect(headers.count > 10)
    for found in headers { #expect(found == header) }
    for row in OperatorRow.all { #expect(row.emptyCells.isEmpty, "\(row): \(row.emptyCells)") }
  }

  @Test("every row names a file, a driver, a scenario and a C function that exist", arguments: OperatorRow.all)
  func rowsAreTrue(row: OperatorRow) throws {
    let files = try swiftFiles()
    #expect(files.contains(row.file), "\(row.file)")
    for driver in row.drivers where driver.first!.isUppercase {
      #expect(files.contains { $0.hasSuffix("/\(driver).swift") }, "\(driver)")
    }
    if let scenario = row.scenario { #expect(Scenarios.files.contains(scenario + ".scenario"), "\(scenario)") }
    let header = try String(
      contentsOf: Scenarios.root.appendingPathComponent("include/streams.h"), encoding: .utf8)
    for function in row.functions {
      let isDeclared = header.split(separator: "\n").contains {
        ($0.hasPrefix("STREAMS_API") || $0.hasPrefix("streams_")) && $0.contains(function + "(")
      }
      #expect(isDeclared, "\(function)")
    }
  }

  @Test("a cost was measured, unless no value passes", arguments: OperatorRow.all)
  func costsAreNumbers(row: OperatorRow) {
    #expect(row.cost == "-" || Double(row.cost) != nil, "\(row.cost)")
  }

  @Test("where there is no scenario or no C function the row says why", arguments: OperatorRow.all)
  func gapsHaveReasons(row: OperatorRow) {
    #expect(row.scenario != nil || row.scenarioCell.hasPrefix("none: "), "\(row.scenarioCell)")
    let hasReason = row.functionCell.hasPrefix("none: ") || row.functionCell == "none yet"
    #expect(!row.functions.isEmpty || hasReason, "\(row.functionCell)")
  }

  @Test("every operator file and every public source or subject has a row")
  func everyFileHasARow() throws {
    let files = try swiftFiles().filter { file in
      if file.hasPrefix("Operators/") { return true }
      guard file.hasPrefix("Publishers/") || file.hasPrefix("Subjects/") else { return false }
      return try lines(of: file).contains { $0.contains("public ") }
    }
    #expect(files.count > 35)
    for file in files { #expect(OperatorRow.all.contains { $0.file == file }, "\(file)") }
  }

  @Test("every scenario file has a row")
  func everyScenarioHasARow() {
    for file in Scenarios.files {
      #expect(OperatorRow.all.contains { $0.scenario.map { $0 + ".scenario" } == file }, "\(file)")
    }
  }

  @Test("every public method of Publisher stands in a row of its file")
  func everyMethodHasARow() throws {
    var methods = 0
    for file in try swiftFiles() {
      for method in try publisherMethods(in: lines(of: file)) {
        methods += 1
        let isListed = OperatorRow.all.contains { $0.file == file && $0.methods.contains(method) }
        #expect(isListed, "\(file) has \(method), which has no row")
      }
    }
    #expect(methods > 60)
  }

  @Test("every name in a row is declared in its file", arguments: OperatorRow.all)
  func everyNameIsReal(row: OperatorRow) throws {
    let declared = try lines(of: row.file).compactMap(publicName(in:))
    for method in row.methods {
      let name = method.split(separator: ".").last!
      #expect(declared.contains(String(name)), "\(row.file) declares no \(name)")
    }
  }

  /// The names of the public methods and properties in extensions of `Publisher` and `ConnectablePublisher`.
  private func publisherMethods(in lines: [Substring]) -> [String] {
    var isInside = false
    return lines.compactMap { line in
      if line == "}" { isInside = false }
      if line.hasPrefix("extension ") {
        let name = line.dropFirst("extension ".count).prefix { $0.isLetter || $0 == "." }
        isInside = name == "Publisher" || name == "ConnectablePublisher"
      }
      let isMember = line.hasPrefix("  ") && !line.dropFirst(2).hasPrefix(" ")
      guard isInside, isMember, line.contains(" func ") || line.contains(" var "),
        let name = publicName(in: line), !name.hasPrefix("_")
      else { return nil }
      return name
    }
  }

  private func publicName(in line: Substring) -> String? {
    let keywords = [" func ", " var ", " struct ", " class ", " protocol "]
    guard line.contains("public "), let keyword = keywords.lazy.compactMap({ line.range(of: $0) }).first else {
      return nil
    }
    let name = line[keyword.upperBound...].drop { $0 == "`" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return String(name)
  }
}
