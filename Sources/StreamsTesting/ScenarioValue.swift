/// A value of a scenario: a number, a word or a list of values. A list prints as `1,x`, an empty one as `[]`.
public enum ScenarioValue: Hashable, Sendable, CustomStringConvertible {
  case number(Int)
  case word(String)
  case list([ScenarioValue])

  public init(_ text: String) { self = Int(text).map { .number($0) } ?? .word(text) }

  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .word(let word): word
    case .list(let items): items.isEmpty ? "[]" : items.map(\.description).joined(separator: ",")
    }
  }

  public var number: Int? { if case .number(let number) = self { number } else { nil } }
}

/// The failure of a scenario's streams: `!name` in a lane.
public struct ScenarioFailure: Error, Hashable, Sendable {
  public let name: String
  public init(_ name: String) { self.name = name }
}
