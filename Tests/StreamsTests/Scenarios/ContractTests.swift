import Foundation
import Testing

/// docs/contract.md, as far as it can be checked.
private enum Contract {
  static let text = try! String(contentsOf: Scenarios.root.appendingPathComponent("docs/contract.md"), encoding: .utf8)

  /// "C12", and what stands there about it.
  static let rules: [(name: String, text: String)] = {
    let items = text.replacing("\n- ", with: "\n\n- ").split(separator: "\n\n")
    return items.compactMap { item in
      guard let match = item.firstMatch(of: /^\n*- \*\*(C\d+)\*\*/) else { return nil }
      return (String(match.1), String(item).replacing(/\s+/, with: " "))
    }
  }()

  /// Rows of the tables that begin with `mark`: their cells.
  static func rows(_ mark: Regex<Substring>) -> [[String]] {
    text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| "), line.dropFirst(2).prefixMatch(of: mark) != nil else { return nil }
      return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Every file below Tests.
  static let tests = try! FileManager.default.subpathsOfDirectory(
    atPath: Scenarios.root.appendingPathComponent("Tests").path)

  /// The files that are named between backticks: with the path of each, which is nil if there is none or more than one.
  static func files(in text: some StringProtocol) -> [(name: String, path: String?)] {
    String(text).matches(of: /`([\w\/]+\.(?:swift|scenario|c|sh|py))`/).map { match in
      let name = String(match.1)
      let found = tests.filter { $0 == name || $0.hasSuffix("/" + name) }
      return (name, found.count == 1 ? found[0] : nil)
    }
  }

  static func read(_ path: String) throws -> String {
    try String(contentsOf: Scenarios.root.appendingPathComponent("Tests/" + path), encoding: .utf8)
  }
}

@Suite("docs/contract.md")
struct ContractTests {
  /// Numbers that were never given.
  private let gaps = [25...29, 50...59, 67...69, 76...79, 86...89, 97...97]

  @Test("every rule has its number once, a reason, and tests that cite it")
  func rulesAreComplete() throws {
    let wanted = (1...107).filter { number in !gaps.contains { $0.contains(number) } }.map { "C\($0)" }
    #expect(Contract.rules.map(\.name) == wanted)
    for rule in Contract.rules {
      let parts = rule.text.split(separator: "Test: ")
      #expect(parts.count == 2 && parts[0].contains("Why: "), "\(rule.name) lacks a reason or a test")
      guard let last = parts.last, !last.hasPrefix("none yet, ") else { continue }
      let files = Contract.files(in: last)
      #expect(!files.isEmpty && files.allSatisfy { $0.path != nil }, "\(rule.name): \(files)")
      let cite = try Regex("\(rule.name)(?!\\d)")
      let isCited = try files.contains { try $0.path.map { try Contract.read($0).contains(cite) } ?? false }
      #expect(isCited, "no test of \(rule.name) cites it: \(files.map(\.name))")
    }
  }

  @Test("every part of Combine has its row once, and tests that exist")
  func tableIsComplete() {
    let rows = Contract.rows(/\d+ \|/)
    #expect(rows.map { Int($0[0]) } == Array(1...119))
    for row in rows {
      #expect(row.count == 7 && !row[1].isEmpty, "\(row)")
      guard let tests = row.last, !tests.hasPrefix("none") else { continue }
      let files = Contract.files(in: tests)
      #expect(!files.isEmpty && files.allSatisfy { $0.path != nil }, "row \(row[0]): \(files)")
    }
  }

  @Test("every field case has a test that carries its name, and every one that is named is listed")
  func fieldCasesAreTested() throws {
    let rows = Contract.rows(/F[A-H]\d+ \|/)
    #expect(rows.count > 40)
    for row in rows {
      #expect(row.count == 4 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      let files = Contract.files(in: row[3])
      let hasTest = !files.isEmpty
      #expect(hasTest, "\(row[0]) names no test")
      let cite = try Regex("\(row[0])(?!\\d)")
      for file in files {
        let isCited = try file.path.map { try Contract.read($0).contains(cite) } ?? false
        #expect(isCited, "\(row[0]) is not in \(file.name)")
      }
    }
    let listed = Set(rows.map { $0[0] })
    for path in Contract.tests where path.hasSuffix(".swift") || path.hasSuffix(".scenario") || path.hasSuffix(".c") {
      for match in try Contract.read(path).matches(of: /\bF[A-H]\d+/) {
        let isListed = listed.contains(String(match.0))
        #expect(isListed, "\(path) cites \(match.0)")
      }
    }
  }

  @Test("every rule that code, tests and pages cite is there")
  func citedRulesExist() throws {
    let rules = Set(Contract.rules.map(\.name))
    for folder in ["Sources", "Tests", "include", "docs"] {
      let root = Scenarios.root.appendingPathComponent(folder)
      for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
      where ["swift", "scenario", "c", "h", "md"].contains(path.split(separator: ".").last.map(String.init)) {
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        // A letter and a number may be a parameter or a standard (C99): what is cited stands in brackets, behind //, or
        // before a colon.
        for match in text.matches(of: /(?:\(|\/\/ |")((?:C\d+(?:, | to | and )?)+)[):\n]/) {
          for rule in match.1.matches(of: /C\d+/) {
            let isThere = rules.contains(String(rule.0))
            #expect(isThere, "\(folder)/\(path) cites \(rule.0)")
          }
        }
        if folder == "Sources" {
          #expect(!text.contains("CONTRACT"), "\(folder)/\(path) cites a page that a reader does not have")
        }
      }
    }
  }

  @Test("every detail that a test cites is in docs/details.md")
  func citedDetailsExist() throws {
    let page = try String(contentsOf: Scenarios.root.appendingPathComponent("docs/details.md"), encoding: .utf8)
    let details = page.matches(of: #/\n(\d+)\. /#).map { Int($0.1)! }
    #expect(details == Array(1...45))
    for path in Contract.tests where path.hasSuffix(".swift") || path.hasSuffix(".scenario") {
      for match in try Contract.read(path).matches(of: /DETAILS (\d+)/) {
        let isThere = Int(match.1).map(details.contains) ?? false
        #expect(isThere, "\(path) cites DETAILS \(match.1)")
      }
    }
  }

  @Test("every page and test that a page of docs names is there, and every decision is named by a page or a source")
  func linksLeadSomewhere() throws {
    let docs = Scenarios.root.appendingPathComponent("docs")
    let pages = try FileManager.default.subpathsOfDirectory(atPath: docs.path).filter { $0.hasSuffix(".md") }
    var named = Set<String>()
    for page in pages {
      let file = docs.appendingPathComponent(page)
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: /\]\(([\w\/.-]+)(?:#[\w-]+)?\)/) {
        let target = file.deletingLastPathComponent().appendingPathComponent(String(match.1)).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page) names \(match.1)")
        named.insert(target.lastPathComponent)
      }
    }
    for page in pages where page.hasPrefix("decisions/") {
      #expect(named.contains(String(page.dropFirst("decisions/".count))), "no page names \(page)")
    }
  }

  @Test("every page on what differs from Combine is named in the documentation of what differs")
  func deviationsAreDocumented() throws {
    let sources = Scenarios.root.appendingPathComponent("Sources")
    var documentation = ""
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      documentation += text.split(separator: "\n").filter { $0.contains("///") }.joined(separator: "\n")
    }
    let decisions = Scenarios.root.appendingPathComponent("docs/decisions")
    for page in try FileManager.default.contentsOfDirectory(atPath: decisions.path) {
      let text = try String(contentsOf: decisions.appendingPathComponent(page), encoding: .utf8)
      let isNamed = documentation.contains("docs/decisions/\(page.prefix(3))")
      #expect(isNamed || !text.contains("Combine"), "no documentation names docs/decisions/\(page)")
    }
  }
}
