import Foundation
import Testing

@Test("every rule that code and tests cite is in docs/contract.md")
func citedRulesExist() throws {
  let contract = try String(contentsOf: Scenarios.root.appendingPathComponent("docs/contract.md"), encoding: .utf8)
  var rules = Set<String>()
  for match in contract.matches(of: /\*\*C(\d+)(?:–C(\d+))?\*\*/) {
    let first = Int(match.1)!
    for number in first...(match.2.flatMap { Int($0) } ?? first) { rules.insert("C\(number)") }
  }
  #expect(rules.count > 60)
  for folder in ["Sources", "Tests/StreamsTests", "Tests/StreamsLoopTests", "Tests/Scenarios"] {
    let root = Scenarios.root.appendingPathComponent(folder)
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path.hasSuffix(".swift") || path.hasSuffix(".scenario") {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      var cited: [Substring] = []
      for match in text.matches(of: /\(((?:C\d+(?:, )?)+)\)/) { cited.append(match.1) }
      for match in text.matches(of: /\/\/ ((?:C\d+(?:, )?)+)/) { cited.append(match.1) }
      for rule in cited.flatMap({ $0.split(separator: ", ") }).map(String.init) {
        #expect(rules.contains(rule), "\(folder)/\(path) cites \(rule)")
      }
      if folder == "Sources" {
        #expect(!text.contains("CONTRACT"), "\(folder)/\(path) cites a page that a reader does not have")
      }
    }
  }
}
