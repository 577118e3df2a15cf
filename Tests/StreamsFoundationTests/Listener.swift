import Foundation
import Streams
import StreamsFoundation

/// Beats that a publisher sent to one subscriber of its own demand.
final class Listener: Subscriber, @unchecked Sendable {
  let dates: Notes<Date>
  let demand: Subscribers.Demand
  nonisolated(unsafe) var subscription: (any Subscription)?
  nonisolated(unsafe) var completions = 0

  init(_ wanted: Int = .max, asking demand: Subscribers.Demand = .unlimited) {
    dates = Notes(wanted)
    self.demand = demand
  }
  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(demand)
  }
  func receive(_ date: Date) -> Subscribers.Demand {
    dates.add(date)
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) { completions += 1 }
}

func everySoOften(_ interval: TimeInterval, _ loop: RunLoop) -> Timer.TimerPublisher {
  Timer.publish(every: interval, on: loop, in: .default)
}
