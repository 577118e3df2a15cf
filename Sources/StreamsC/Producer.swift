import CStreams
import Streams
import Synchronization

/// How far a stream is that the program makes: what its two ends share.
final class Phase {
  private let word = Atomic<UInt8>(Phase.waiting)
  static var waiting: UInt8 { 0 }
  static var started: UInt8 { 1 }
  static var canceled: UInt8 { 2 }
  static var done: UInt8 { 3 }

  /// True for whoever does it.
  func move(from: UInt8, to: UInt8) -> Bool {
    word.compareExchange(expected: from, desired: to, ordering: .acquiringAndReleasing).exchanged
  }

  /// Why nothing can be sent, and nothing asked for.
  var obstacle: Status? {
    switch word.load(ordering: .acquiring) {
    case Phase.waiting: .state
    case Phase.canceled: .canceled
    case Phase.done: .done
    default: nil
    }
  }
}

/// The program's end of a stream it makes: told of demand and cancel.
final class Producer: Subscription {
  private let context: Context
  private let functions: streams_producer_t
  /// What the program has not been told yet, or is being told.
  private let asked = DemandWord()
  private let phase: Phase

  init(_ functions: streams_producer_t, _ context: Context, _ phase: Phase) {
    self.functions = functions
    self.context = context
    self.phase = phase
  }

  /// One call at a time, and never one from within another: what is asked for meanwhile comes after it (C21).
  func request(_ demand: Demand) {
    asked.pass(demand) {
      if phase.obstacle != nil { return false }  // C41, C63
      functions.request?(context.pointer, $0.count)
      return true
    }
  }

  func cancel() {
    if phase.move(from: Phase.started, to: Phase.canceled) { functions.cancel?(context.pointer) }
  }
}
