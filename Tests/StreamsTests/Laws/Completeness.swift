import Foundation
import Testing

/// A public method of `Publisher` in the sources.
private struct Method: Hashable, CustomStringConvertible {
  let base: String
  /// nil if the first argument has no label, or there is none.
  let label: String?
  var description: String { label.map { "\(base)(\($0):)" } ?? base }

  /// All of Sources/Streams.
  static let all: Set<Method> = {
    let sources = Scenarios.root.appendingPathComponent("Sources/Streams")
    var found = Set<Method>()
    for file in try! FileManager.default.subpathsOfDirectory(atPath: sources.path) where file.hasSuffix(".swift") {
      let text = try! String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      var isExtension = false
      let lines = text.split(separator: "\n")
      for (line, next) in zip(lines, lines.dropFirst() + [""]) {
        if line.hasPrefix("extension") { isExtension = line.contains(/^extension (Connectable)?Publisher\b/) }
        if line == "}" { isExtension = false }
        guard isExtension, let method = "\(line) \(next)".firstMatch(of: /public func (\w+)(?:<[^(]*>)?\(\s*(\w*)/)
        else { continue }
        if !line.contains("public func") { continue }
        if method.1.hasPrefix("_") { continue }
        let label = String(method.2)
        found.insert(Method(base: String(method.1), label: label.isEmpty || label == "_" ? nil : label))
      }
    }
    return found
  }()

  /// What takes a stream in hand and sends none on, and what every publisher has.
  static let noOperators: [String: String] = [
    "sink(receiveValue:)": "a subscriber", "sink(receiveCompletion:)": "a subscriber",
    "assign(to:)": "a subscriber", "subscribe": "the door to every operator",
    "receive(subscriber:)": "what subscribe calls",
  ]
}

extension Row {
  /// The method, with its label if it has one: what stands before the comma or the "of".
  fileprivate var method: String {
    let method = name.prefix { $0 != "," && $0 != " " && $0 != "'" }
    return method.contains(":") ? String(method) : String(method.prefix { $0 != "(" })
  }
}

@Suite("the table of laws")
struct CompletenessTests {
  @Test("every public method of Publisher has a row, or a reason not to have one")
  func everyOperatorHasARow() {
    #expect(Method.all.count > 40)
    let methods = Set(Row.all.map(\.method))
    let labels = Dictionary(grouping: Method.all, by: \.base)
    for method in Method.all where Method.noOperators[method.description] == nil {
      let isAlone = labels[method.base]!.count == 1
      let hasRow = methods.contains(method.description) || isAlone && methods.contains(method.base)
      #expect(hasRow, "\(method) has no row in Laws/Rows")
    }
    for name in Method.noOperators.keys where !name.hasPrefix("receive(") {
      #expect(Method.all.contains { $0.description == name || $0.base == name }, "\(name) is no method any more")
    }
  }

  @Test("every operator of docs/operators.md has a row, and every row is an operator of docs/operators.md")
  func theTableIsTheDocumentation() {
    let bases = Set(Row.all.map { String($0.method.prefix { $0 != "(" }) })
    let documented = OperatorRow.all.filter { $0.file.hasPrefix("Operators/") }.flatMap(\.methods)
    #expect(documented.count > 20)
    for name in documented where name.first!.isLowercase && !bases.contains(name) {
      Issue.record("\(name) has no row in Laws/Rows")
    }
    let all = Set(OperatorRow.all.flatMap(\.methods))
    for base in bases where !all.contains(base) { Issue.record("\(base) has no row in docs/operators.md") }
  }

  @Test("every operator that may throw is in the table of those that end by themselves")
  func everyThrowingOperatorEnds() {
    let enders = Ender.all.filter(\.fails).map(\.name)
    for method in Method.all where method.base.hasPrefix("try") && method.base != "tryCatch" {
      #expect(enders.contains { $0.hasPrefix(method.base) }, "\(method) has no row in Enders.swift")
    }
  }

  @Test("no two rows have one name")
  func namesAreUnique() {
    #expect(Set(Row.all.map(\.name)).count == Row.all.count)
    #expect(Set(Ender.all.map(\.name)).count == Ender.all.count)
    #expect(Set(Row.suppressors.map(\.name)).count == Row.suppressors.count)
  }
}
