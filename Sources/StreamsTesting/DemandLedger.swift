import Streams

/// What a subscriber asked for and what it got, so far. ``Recorder`` keeps one.
///
/// A publisher may never send more than was asked for (C13). Both ways of asking count: what is passed to `request` and
/// what `receive(_:)` returns add up (C12).
///
///     #expect(recorder.ledger == DemandLedger(asked: .max(2), returned: .max(1), received: 3))
public struct DemandLedger: Equatable, Sendable, CustomStringConvertible {
  /// What was passed to `request`.
  public internal(set) var asked: Subscribers.Demand
  /// What `receive(_:)` returned.
  public internal(set) var returned: Subscribers.Demand
  /// How many values came.
  public internal(set) var received: Int

  /// A ledger to compare with.
  public init(asked: Subscribers.Demand = .none, returned: Subscribers.Demand = .none, received: Int = 0) {
    (self.asked, self.returned, self.received) = (asked, returned, received)
  }

  /// All that was asked for, either way.
  public var demanded: Subscribers.Demand { asked + returned }
  /// What was asked for and has not come. Nothing if more came than was asked for.
  public var outstanding: Subscribers.Demand {
    .max(received) <= demanded ? demanded - .max(received) : Subscribers.Demand.none
  }

  /// `asked max(2), returned max(1), received 3, outstanding max(0)`
  public var description: String {
    "asked \(asked), returned \(returned), received \(received), outstanding \(outstanding)"
  }
}
