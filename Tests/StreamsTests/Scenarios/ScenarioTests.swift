import Foundation
import StreamsTesting
import Testing

/// Where Tests/Scenarios is.
enum Scenarios {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let folder = root.appendingPathComponent("Tests/Scenarios")

  static let files = (try! FileManager.default.contentsOfDirectory(atPath: folder.path))
    .filter { $0.hasSuffix(".scenario") }.sorted()

  static func read(_ file: String) throws -> [Scenario] {
    try Scenario.parse(
      String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8), file: "Tests/Scenarios/" + file)
  }
}

@Test("every scenario shows what it says", arguments: Scenarios.files)
func everyScenarioShowsWhatItSays(file: String) throws {
  let scenarios = try Scenarios.read(file)
  #expect(!scenarios.isEmpty, "\(file) has no scenario")
  let runner = ScenarioRunner(build: buildStream)
  for scenario in scenarios where scenario.only?.language != "c" {
    for mismatch in try runner.run(scenario) { Issue.record("\(mismatch)") }
  }
}
