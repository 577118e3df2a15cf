import CStreams
import Streams

/// Pulls values from a function, one for each that is asked for. As in `Publishers.Sequence`, whoever raises the
/// demand from nothing drains, and owns the rest meanwhile; but nothing is fetched ahead.
private final class Generator {
  private let demand = DemandWord()
  private let next: streams_next_fn
  /// Nil once it is over (C72); for whoever drains.
  @exclusivity(unchecked) private nonisolated(unsafe) var state: (downstream: ValueSubscriber, context: Context)?

  init(_ downstream: ValueSubscriber, _ context: Context, _ next: @escaping streams_next_fn) {
    state = (downstream, context)
    self.next = next
  }

  func request(_ more: Demand) {
    guard more != .none, demand.add(more) == 0, let (downstream, context) = state else { return }  // C21
    var left = DemandWord.count(more)
    var taken = left  // what the word holds on our behalf
    while true {
      while left > 0 {
        switch fetch(context.pointer) {
        case .value(let value):
          let returned = deliver(value, downstream)
          if left != DemandWord.unlimited { left = min(left - 1 + DemandWord.count(returned), DemandWord.unlimited) }
        case .ending(let completion):
          state = nil
          if demand.end() != nil { downstream.completion(completion) }  // C43
          return
        }
        if demand.isOver {
          state = nil
          return
        }
      }
      guard let rest = demand.subtract(taken) else {
        state = nil
        return
      }
      if rest == 0 { return }
      (left, taken) = (rest, rest)
    }
  }

  private enum Fetched { case value(Value), ending(Completion) }

  @inline(__always) private func fetch(_ pointer: UnsafeMutableRawPointer?) -> Fetched {
    while true {
      let value = next(pointer)
      if _fastPath(value.isSettled) { return .value(value) }
      switch value.type {
      case Value.skip:
        if demand.isOver { return .ending(.finished) }  // nobody hears of it
      case Value.end: return .ending(.finished)
      case Value.failure: return .ending(.failure(Fault(returned: value.status)))
      default: return .value(value)
      }
    }
  }

  @inline(__always) private func deliver(_ value: Value, _ downstream: ValueSubscriber) -> Demand {
    Lend(downstream).receive(value)
  }

  func cancel() { if demand.end() == 0 { state = nil } }  // nobody drains
}

@_cdecl("streams_generate") @implementation
public func streams_generate(
  _ next: streams_next_fn?, _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let next else { return fail(.invalid) }
  return publish {
    let generator = Generator($0, context, next)
    $0.subscription(Outlet(request: { more in Burst.run { generator.request(more) } }, cancel: { generator.cancel() }))
  }
}
