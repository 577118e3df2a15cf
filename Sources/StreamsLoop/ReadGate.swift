/// When a file is opened, read and closed: demand against requests under way. Knows no file; it only decides.
///
/// One request at a time; the file is closed once, after the request under way (C104).
package struct ReadGate {
  package enum Phase { case unopened, opening, idle, reading, closing, closed }
  package enum Step { case none, open, read, close }

  package private(set) var phase = Phase.unopened
  package private(set) var isOver = false

  package init() {}

  /// Whether the request under way is worth stopping. Closing the file is not to be stopped.
  package var isStoppable: Bool { phase == .opening || phase == .reading }

  /// What to do now; the answer counts as begun. Call it after every change.
  package mutating func next(isAsked: Bool) -> Step {
    switch phase {
    case .unopened where isOver:
      phase = .closed
      return .none
    case .unopened:
      phase = .opening
      return .open
    case .idle where isOver:
      phase = .closing
      return .close
    case .idle where isAsked:
      phase = .reading
      return .read
    default: return .none
    }
  }

  /// The request under way is done.
  package mutating func done(succeeded: Bool) {
    switch phase {
    case .opening: phase = succeeded ? .idle : .closed
    case .reading: phase = .idle
    case .closing: phase = .closed
    default: preconditionFailure("no request was under way")
    }
  }

  /// Nothing more is wanted: finished, failed or cancelled.
  package mutating func end() { isOver = true }
}
