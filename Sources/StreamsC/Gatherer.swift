import CStreams
import Streams

/// The subscriber of a C program that takes arrays. It gathers what reaches it while a burst is open, and hands that over
/// when it ends, when there is no more room, when nothing more is asked for, or when the stream is over; what comes
/// outside of a burst goes at once.
///
/// The end of a burst is outside of the turns of the operators above, so this has one of its own: it is a stage. What it
/// asks for goes up when its turn is over.
final class Gatherer: Subscriber {
  typealias Input = Value
  typealias Failure = Fault
  private let stream: Stream
  private let stage: Stage
  /// What was asked for and has not come.
  private let awaited = Awaited()
  private let context: Context
  private let onSubscription: streams_subscription_fn?
  private let onValues: streams_values_fn
  private let onCompletion: streams_completion_fn?
  // In turn.
  @exclusivity(unchecked) private nonisolated(unsafe) var gathered = Room()
  @exclusivity(unchecked) private nonisolated(unsafe) var count = 0
  /// What keeps the gathered values.
  @exclusivity(unchecked) private nonisolated(unsafe) var owners: [AnyObject] = []
  /// The burst that has noted this last.
  @exclusivity(unchecked) private nonisolated(unsafe) var burst: UInt = 0

  init(
    _ stream: Stream, _ stage: Stage, _ context: Context, _ functions: streams_subscriber_t,
    _ onValues: @escaping streams_values_fn
  ) {
    self.stream = stream
    self.stage = stage
    self.context = context
    onSubscription = functions.on_subscription
    self.onValues = onValues
    onCompletion = functions.on_completion
  }

  deinit { stream.takeBack() }

  func receive(subscription: any Subscription) {
    guard stage.begin(InOrder(subscription, awaited)) else { return }
    stage.leave()
    guard let onSubscription else { return stage.asked(.unlimited) }
    stream.present(onSubscription, context)
  }

  func receive(_ input: Value) -> Demand {
    guard stage.isActive else { return .none }
    let burst = Burst.open
    guard stage.enter() else { return later(input, burst) }
    let more = take(input, burst)
    awaited.add(more)
    stage.leave()
    return more
  }

  /// Several at once, at most as many as there is room for.
  func receive(_ array: UnsafePointer<Value>, _ size: Int) -> Demand {
    guard stage.isActive else { return .none }
    let burst = Burst.open
    guard stage.enter() else {
      for i in 0..<size { _ = later(array[i], burst) }
      return .none
    }
    var more = Demand.none
    if count == 0, size == Room.size || burst?.pointee.isLast ?? true {
      _ = awaited.isOver(size)
      more = call(array, size)
      awaited.add(more)
    } else {
      for i in 0..<size {
        let asked = take(array[i], burst)
        awaited.add(asked)
        more += asked
      }
    }
    stage.leave()
    return more
  }

  /// Someone is in turn: it comes after what that one hands over.
  @inline(never) private func later(_ input: Value, _ burst: UnsafeMutablePointer<Burst>?) -> Demand {
    let kept = KeptValue(input)
    let isGathered = burst != nil
    stage.later {
      withExtendedLifetime(kept) { self.append(kept.plain) }
      if self.awaited.isOver(1) || !isGathered || self.count == Room.size { self.sendAndAsk() }
    }
    if let burst { _ = burst.pointee.note(self, 0) }
    return .none
  }

  func receive(completion: Completion) {
    stage.perform {
      _ = self.send()  // whoever gets the end has no use for more
      self.stream.end(completion, self.onCompletion, self.context)
    }
  }

  /// The burst is over.
  func handOver() { stage.perform { self.sendAndAsk() } }

  // MARK: in turn

  @inline(__always) private func take(_ input: Value, _ burst: UnsafeMutablePointer<Burst>?) -> Demand {
    let isLast = awaited.isOver(1)
    guard let burst else { return alone(input) }
    append(input)
    self.burst = burst.pointee.note(self, self.burst)
    return count < Room.size && !isLast ? .none : send()
  }

  /// Not in a burst.
  @inline(never) private func alone(_ input: Value) -> Demand {
    if count == 0 { return withUnsafePointer(to: input) { call($0, 1) } }
    append(input)
    return send()
  }

  @inline(__always) private func append(_ input: Value) {
    let room = gathered.start
    if input.isNumber {
      room[count] = input
    } else {
      let kept = KeptValue(input)
      room[count] = kept.plain
      if let owner = kept.owner { owners.append(owner) }
    }
    count += 1
  }

  private func send() -> Demand {
    guard count > 0 else { return .none }
    var kept: [AnyObject] = []
    swap(&kept, &owners)
    let size = count
    count = 0
    return withExtendedLifetime(kept) { call(gathered.start, size) }
  }

  private func sendAndAsk() {
    let more = send()
    if more != .none { stage.owe(more) }
  }

  private func call(_ values: UnsafePointer<Value>, _ size: Int) -> Demand {
    guard stage.isActive else { return .none }
    let more = onValues(context.pointer, values, size)
    return _fastPath(more == 0) ? .none : stream.asked(more)
  }
}

/// Asks upstream one call at a time and never within another: what a subscriber asks for when a burst is over that came
/// within a request comes after that one (C21). So the stack stays flat.
private final class InOrder: Subscription {
  private let upstream: any Subscription
  private let awaited: Awaited
  private let asked = DemandWord()
  init(_ upstream: any Subscription, _ awaited: Awaited) {
    self.upstream = upstream
    self.awaited = awaited
  }

  func request(_ demand: Demand) {
    awaited.add(demand)
    asked.pass(demand) {
      upstream.request($0)
      return true
    }
  }
  func cancel() { upstream.cancel() }
}

/// How many values may still come. With the last of them the subscriber is heard, for it may ask for more: a subject's
/// next value would be lost.
private final class Awaited {
  private let demand = DemandWord()
  @inline(__always) func add(_ more: Demand) { if more != .none { demand.add(more) } }
  /// So many have come. Whether they were the last.
  @inline(__always) func isOver(_ count: Int) -> Bool {
    demand.isUnlimited ? false : demand.subtract(UInt(count)) == 0
  }
}
