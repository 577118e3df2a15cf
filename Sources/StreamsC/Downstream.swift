import CStreams
import Streams
import Synchronization

/// The subscriber of a publisher of the program's own: what a downstream handle stands for. The contract is the
/// stage's; the producer sits where an operator has its upstream, so it is asked when no delivery is under way.
final class Downstream: Named {
  /// That of the publisher.
  let name: String?
  private let stage = FreeStage("Create", passesDemandOn: false)
  /// Owned by the stage once the stream is open, and let go with it (C72): good in turn only.
  private let below: Unmanaged<Below>
  private nonisolated(unsafe) var unopened: Below?
  private let phase = Phase()
  /// The stage's demand, for whoever looks from outside of the turn.
  private let left = Atomic<Int64>(0)
  /// Handles that the program has.
  private let owners = Atomic<Int>(0)

  private final class Below {
    let subscriber: ValueSubscriber
    init(_ subscriber: ValueSubscriber) { self.subscriber = subscriber }
  }

  init(_ subscriber: ValueSubscriber, name: String?) {
    self.name = name
    let unopened = Below(subscriber)
    below = .passUnretained(unopened)
    self.unopened = unopened
  }

  private var subscriber: ValueSubscriber { below._withUnsafeGuaranteedRef { $0.subscriber } }

  /// Why nothing can be sent.
  private var obstacle: Status? { phase.obstacle }

  func start(_ functions: streams_producer_t, _ context: Context) -> Status {
    guard phase.move(from: Phase.waiting, to: Phase.started) else { return phase.obstacle == .done ? .done : .state }
    open(Producer(functions, context, phase))
    return .ok
  }

  private func open(_ producer: any Subscription) {
    _ = stage.begin(producer)
    let below = unopened.take()
    stage.onAsked = { demand in withExtendedLifetime(below) { self.asked(demand) } }
    subscriber.subscription(stage.makeValve())
    stage.leave()
  }

  /// In turn: what the subscriber asks for goes to the producer once the turn is over.
  private func asked(_ demand: Demand) {
    show()
    stage.owe(demand)
  }
  private func show() { left.store(stage.demand.count, ordering: .relaxed) }

  func send(_ value: Value, _ more: UnsafeMutablePointer<Int64>?) -> Status {
    more?.pointee = 0
    if let obstacle { return obstacle }
    guard stage.enter() else { return later([KeptValue(value)], "streams_downstream_send") }
    guard stage.demand != .none else {
      stage.leave()
      return obstacle ?? .demand
    }
    let returned = deliver(value)
    stage.demand += returned
    show()
    stage.leave()
    more?.pointee = returned.count
    return .ok
  }

  /// Sends what is wanted of an array: how many, and what was asked for in return.
  func send(_ array: Lent) -> (sent: Int, more: Demand, status: Status) {
    if let obstacle { return (0, .none, obstacle) }
    guard stage.enter() else {
      let kept = (0..<array.count).map { KeptValue(array[$0]) }
      return (kept.count, .none, later(kept, "streams_downstream_send_n"))
    }
    var sent = 0
    let more = Burst.run { sendInTurn(array, &sent) }
    stage.leave()
    return (sent, more, sent == array.count ? .ok : obstacle ?? .demand)
  }

  private func sendInTurn(_ array: Lent, _ sent: inout Int) -> Demand {
    var more = Demand.none
    var room = Room()
    while sent < array.count, stage.demand != .none, obstacle == nil {
      let returned: Demand
      if let takeArray = subscriber.values {
        let size = min(array.count - sent, stage.demand.max ?? .max, Room.size)
        let part = array.part(sent, size, &room)
        sent += size
        stage.demand -= size
        show()
        Burst.open?.pointee.isLast = sent == array.count
        returned = takeArray(part, size)
      } else {
        sent += 1
        returned = deliver(array[sent - 1])
      }
      stage.demand += returned
      more += returned
      show()
    }
    return more
  }

  /// In turn.
  private func deliver(_ value: Value) -> Demand {
    stage.demand.takeOne()
    show()
    return subscriber.value(value)
  }

  /// Someone delivers: what is sent meanwhile comes after that.
  private func later(_ values: [KeptValue], _ function: StaticString) -> Status {
    stage.perform {
      Burst.run {
        for value in values where !self.stage.turn.isOver {
          guard self.stage.demand != .none else {
            misuse(.demand, nil, function, about: self)
            return
          }
          let returned = Keeping.lend(value) { self.deliver($0) }
          if returned != .none { self.stage.raise(returned) }
        }
      }
    }
    return obstacle ?? .ok
  }

  func complete(_ completion: Completion) -> Status {
    if phase.move(from: Phase.waiting, to: Phase.done) {
      open(Subscriptions.empty)
    } else if !phase.move(from: Phase.started, to: Phase.done) {
      return obstacle ?? .done
    }
    _ = stage.end()  // the producer is not told: it has ended the stream itself
    stage.perform { if self.stage.close() { self.subscriber.completion(completion) } }
    return .ok
  }

  var demand: Int64 { obstacle == nil ? left.load(ordering: .relaxed) : 0 }

  func retain() { owners.add(1, ordering: .relaxed) }
  func release() {
    if owners.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      _ = complete(.failure(Fault(.canceled, "the source has let go of its subscriber")))
    }
  }
}
