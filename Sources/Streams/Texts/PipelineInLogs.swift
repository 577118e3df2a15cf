/// A publisher that shows in logs and debuggers as the pipeline it is, in the order of the source code:
/// `PassthroughSubject<Int, Never> | Map | Debounce(dueTime: 0.3 s, scheduler: EventLoop)`.
///
/// Swift's own text for such a value repeats the types of everything above at each step. The names are those of the
/// types, as in `print()`; closures and what is nil are left out. Made by looking into the value when somebody asks.
/// Differs from Combine: docs/decisions/100.
@usableFromInline package protocol PipelineInLogs: CustomStringConvertible {}

extension PipelineInLogs {
  public var description: String { PipelineStep(self).text }
}

/// One publisher of a pipeline, taken apart.
struct PipelineStep {
  /// The type without its parameters, and with them.
  let name: String
  let fullName: String
  var upstream: String?
  var arguments: [(label: String?, text: String)] = []

  init(_ publisher: Any) {
    fullName = "\(type(of: publisher))"
    name = String(fullName.prefix { $0 != "<" })
    for (label, value) in Mirror(reflecting: publisher).children {
      let text = PipelineStep.text(of: value)
      switch label {
      case "upstream", "publisher": upstream = text
      case let label: if let text { arguments.append((value is any Publisher ? nil : label, text)) }
      }
    }
  }

  /// A source tells its values, or else its types; a step only what it was given.
  var text: String {
    if arguments.isEmpty { return upstream.map { "\($0) | \(name)" } ?? fullName }
    let isSource = upstream == nil && arguments.count == 1
    let list = arguments.map { isSource || $0.label == nil ? $0.text : "\($0.label!): \($0.text)" }
    return (upstream.map { "\($0) | " } ?? "") + "\(name)(\(list.joined(separator: ", ")))"
  }

  /// nil for what tells nothing: a closure, an option that was not given. A publisher is shown whole, a value cut.
  static func text(of value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.flatMap { text(of: $0.value) } }
    let whole = String(describing: value)
    if whole == "(Function)" { return nil }
    return value is any Publisher || whole.count <= 60 ? whole : whole.prefix(57) + "..."
  }
}
