/// Where a loop is in its life, and what may be done there. Knows no thread and no libuv: it only decides.
package struct LoopState {
  package enum Phase { case idle, running, closing, closed }
  package enum Closing: Equatable {
    /// The caller closes it, now.
    case here
    /// The loop's own thread closes it; the caller waits for that.
    case there
    /// It is closed.
    case done
  }

  package let isAdopted: Bool
  package private(set) var phase = Phase.idle
  /// Runs in a thread of its own.
  package private(set) var isStarted = false
  /// Remembered until a run has returned because of it.
  package private(set) var isStopAsked = false
  package private(set) var isCloseAsked = false
  /// The run under way was told to stop, or to stop and close.
  package private(set) var isEnding = false
  package private(set) var holds = 0

  package init(isAdopted: Bool) { self.isAdopted = isAdopted }

  package var isOpen: Bool { phase == .idle || phase == .running }
  /// Whether the loop stays although nothing is active on it.
  package var isHeld: Bool { holds > 0 || isStarted }

  package mutating func run(inOwnThread: Bool) throws(LoopError) {
    switch phase {
    case .closed: throw .closed
    case .idle where !isAdopted:
      phase = .running
      isStarted = inOwnThread
    default: throw isAdopted ? .notSupported : .busy
    }
  }

  /// The run is over. True if the loop is to be closed now, by the one who ran it.
  package mutating func rest() -> Bool {
    isStarted = false
    isEnding = false
    phase = isCloseAsked ? .closing : .idle
    return isCloseAsked
  }

  package mutating func stop() throws(LoopError) {
    if !isOpen { throw .closed }
    if isAdopted { throw .notSupported }
    isStopAsked = true
    isEnding = phase == .running
  }

  /// Uses a stop up.
  package mutating func takeStop() -> Bool {
    defer { isStopAsked = false }
    return isStopAsked
  }

  package mutating func hold(_ isHeld: Bool) throws(LoopError) {
    if !isOpen { throw .closed }
    if !isHeld && holds == 0 { throw .wrongMoment }
    holds += isHeld ? 1 : -1
  }

  /// `isCurrent`: the caller is in the loop's thread; `isInside`: and within one of its callbacks.
  package mutating func close(isCurrent: Bool, isInside: Bool) throws(LoopError) -> Closing {
    switch phase {
    case .closed: return .done
    case .closing: throw .busy
    case .idle:
      if isInside { throw .busy }
      if isAdopted && !isCurrent { throw .wrongThread }
      phase = .closing
      return .here
    case .running:
      if isCurrent { throw .busy }
      if !isStarted { throw .wrongThread }
      closeSoon()
      return .there
    }
  }

  /// Asks whoever runs the loop to close it afterwards.
  package mutating func closeSoon() {
    isCloseAsked = true
    isStopAsked = true
    isEnding = phase == .running
  }

  /// For the thread of an adopted loop, between two callbacks.
  package mutating func takeClose() -> Bool {
    guard isCloseAsked, phase == .idle else { return false }
    phase = .closing
    return true
  }

  /// It cannot be closed yet.
  package mutating func reopen() {
    phase = .idle
    isCloseAsked = false
    isStopAsked = false
  }

  package mutating func finishClosing() { phase = .closed }
}
