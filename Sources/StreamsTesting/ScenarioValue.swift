/// A value of a scenario: a number, a word or a list of values. A list prints as `1,x`, an empty one as `[]`.
public enum ScenarioValue: Hashable, Sendable, CustomStringConvertible {
  /// `7`
  case number(Int)
  /// `x`
  case word(String)
  /// `1,x`
  case list([ScenarioValue])

  /// The number or the word that stands in a lane.
  public init(_ text: String) { self = Int(text).map { .number($0) } ?? .word(text) }

  /// As it stands in a lane.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .word(let word): word
    case .list(let items): items.isEmpty ? "[]" : items.map(\.description).joined(separator: ",")
    }
  }

  /// The number, if it is one.
  public var number: Int? { if case .number(let number) = self { number } else { nil } }
}

/// The failure of a scenario's streams: `!name` in a lane.
public struct ScenarioFailure: Error, Hashable, Sendable {
  /// What follows `!`.
  public let name: String
  /// The failure of that name.
  public init(_ name: String) { self.name = name }
}
