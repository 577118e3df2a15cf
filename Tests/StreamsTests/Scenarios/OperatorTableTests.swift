import Foundation
import Testing

/// One row of docs/operators.md.
struct OperatorRow: Sendable, CustomStringConvertible {
  let name: String
  let file: String
  let scenario: String?
  let function: String?
  var description: String { name }

  static let all: [OperatorRow] = {
    let text = try! String(contentsOf: Scenarios.root.appendingPathComponent("docs/operators.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| `"), cells.count == 5 else { return nil }
      return OperatorRow(
        name: cells[0], file: cells[1], scenario: cells[3] == "-" ? nil : cells[3],
        function: cells[4] == "-" ? nil : cells[4])
    }
  }()
}

@Suite("docs/operators.md")
struct OperatorTableTests {
  private let sources = Scenarios.root.appendingPathComponent("Sources/Streams")

  @Test("every row names a file, a scenario and a C function that exist", arguments: OperatorRow.all)
  func rowsAreTrue(row: OperatorRow) throws {
    #expect(FileManager.default.fileExists(atPath: sources.appendingPathComponent(row.file).path), "\(row.file)")
    if let scenario = row.scenario { #expect(Scenarios.files.contains(scenario + ".scenario"), "\(scenario)") }
    if let function = row.function {
      let header = try String(
        contentsOf: Scenarios.root.appendingPathComponent("include/streams.h"), encoding: .utf8)
      let isDeclared = header.split(separator: "\n").contains {
        ($0.hasPrefix("STREAMS_API") || $0.hasPrefix("streams_")) && $0.contains(function + "(")
      }
      #expect(isDeclared, "\(function)")
    }
  }

  @Test("every operator file has a row")
  func everyFileHasARow() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasPrefix("Operators/") && $0.hasSuffix(".swift") }
    #expect(files.count > 20)
    for file in files { #expect(OperatorRow.all.contains { $0.file == file }, "\(file)") }
  }

  @Test("every scenario file has a row")
  func everyScenarioHasARow() {
    for file in Scenarios.files {
      #expect(OperatorRow.all.contains { $0.scenario.map { $0 + ".scenario" } == file }, "\(file)")
    }
  }
}
