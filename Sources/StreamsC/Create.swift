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

@_cdecl("streams_create") @implementation
public func streams_create(
  _ source: UnsafePointer<streams_source_t>?, _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let source else { return fail(.invalid) }
  guard let source = streams_source_t(of: source) else { return fail(.version) }
  guard let subscribe = source.subscribe else { return fail(.invalid) }
  weak var itself: Recipe?
  let recipe = Recipe {
    let downstream = Downstream($0, name: itself?.name)
    downstream.retain()
    var status: Int32 = 0
    if !lend(downstream, .downstream, { status = subscribe(context.pointer, $0) }) { status = Status.limit.code }
    if status < 0 { _ = downstream.complete(.failure(Fault(returned: status))) }
    downstream.release()
  }
  itself = recipe
  return give(recipe, .publisher)
}

@_cdecl("streams_downstream_start") @implementation
public func streams_downstream_start(
  _ downstream: OpaquePointer?, _ producer: UnsafePointer<streams_producer_t>?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> Int32 {
  let context = Context(context, destroy)
  return with(downstream, .downstream, Downstream.self) {
    guard let producer else { return misuse(.invalid, about: $0) }
    guard let functions = streams_producer_t(of: producer) else { return misuse(.version, about: $0) }
    let downstream = $0
    let status = Burst.apart { downstream.start(functions, context) }
    return status == .state ? misuse(.state, about: downstream) : status.code
  }
}

@_cdecl("streams_downstream_send") @implementation
public func streams_downstream_send(
  _ downstream: OpaquePointer?, _ value: streams_value_t, _ more: UnsafeMutablePointer<streams_demand_t>?
) -> Int32 {
  with(downstream, .downstream, Downstream.self) {
    if let refusal = value.refusal { return misuse(refusal, about: $0) }
    let downstream = $0
    let status = Burst.apart { downstream.send(value.lent, more) }
    return status == .demand || status == .state ? misuse(status, about: downstream) : status.code
  }
}

@_cdecl("streams_downstream_send_n") @implementation
public func streams_downstream_send_n(
  _ downstream: OpaquePointer?, _ values: UnsafePointer<streams_value_t>?, _ count: Int,
  _ sent: UnsafeMutablePointer<Int>?, _ more: UnsafeMutablePointer<streams_demand_t>?
) -> Int32 {
  sent?.pointee = 0
  more?.pointee = 0
  let array = Lent(values, count)
  return with(downstream, .downstream, Downstream.self) {
    if let refusal = array.refusal { return misuse(refusal, about: $0) }
    let result = $0.send(array)
    sent?.pointee = result.sent
    more?.pointee = result.more.count
    let isMisuse = result.status == .state || result.status == .demand && sent == nil
    return isMisuse ? misuse(result.status, about: $0) : result.status.code
  }
}

@_cdecl("streams_downstream_complete") @implementation
public func streams_downstream_complete(
  _ downstream: OpaquePointer?, _ code: Int32, _ message: UnsafePointer<CChar>?
) -> Int32 {
  with(downstream, .downstream, Downstream.self) {
    guard let completion = Completion(code, message) else { return misuse(.invalid, about: $0) }
    let downstream = $0
    return Burst.apart { downstream.complete(completion) }.code
  }
}

extension Subscribers.Completion<Fault> {
  /// 0 finishes, a negative code fails; nil for others.
  init?(_ code: Int32, _ message: UnsafePointer<CChar>?) {
    if code > 0 { return nil }
    self = code == 0 ? .finished : .failure(Fault(code: code, message.map { String(cString: $0) }))
  }
}

@_cdecl("streams_downstream_demand") @implementation
public func streams_downstream_demand(
  _ downstream: OpaquePointer?, _ out: UnsafeMutablePointer<streams_demand_t>?
) -> Int32 {
  with(downstream, .downstream, Downstream.self) {
    guard let out else { return misuse(.invalid, about: $0) }
    out.pointee = $0.demand
    return Status.ok.code
  }
}

@_cdecl("streams_downstream_dup") @implementation
public func streams_downstream_dup(_ downstream: OpaquePointer?) -> OpaquePointer? {
  guard let object = borrow(downstream, .downstream, Downstream.self) else { return nil }
  object.retain()
  guard let second = give(object, .downstream) else {
    object.release()
    return nil
  }
  return second
}

@_cdecl("streams_downstream_release") @implementation
public func streams_downstream_release(_ downstream: OpaquePointer?) -> Int32 {
  release(downstream, .downstream, Downstream.self) { $0.release() }
}
