import CStreams
import Streams

/// What `map` and `filter` share: a function of the program between an upstream and downstream.
///
/// They could be rules of a `Relay`. As final classes of their own, with every rare case out of the way of the
/// values, a stage costs half the instructions. Like Combine's transparent operators they do not look whether the
/// stream is over: what is above has been cancelled, and what is below looks for itself (C44).
class Port {
  let downstream: ValueSubscriber
  let pointer: UnsafeMutableRawPointer?
  let context: Context
  let link: Link
  /// Where downstream takes arrays.
  let passage: Passage?

  init(_ name: String, _ downstream: ValueSubscriber, _ context: Context) {
    if downstream.values == nil {
      passage = nil
      link = Link(name)
    } else {
      let passage = Passage()
      self.passage = passage
      link = WatchedLink(name, onRequest: nil, onCancel: { passage.close() })
    }
    self.downstream = downstream
    pointer = context.pointer
    self.context = context
  }

  final func begin(_ subscription: any Subscription) {
    if link.begin(subscription) { downstream.subscription(link) }
  }
  final func end(_ completion: Completion) { if link.end() { downstream.completion(completion) } }
  /// The function has ended the stream: upstream is cancelled first (C42).
  @inline(never) final func stop(_ completion: Completion) {
    if link.finishEarly() { downstream.completion(completion) }
  }
}

final class Map: Port {
  let fn: streams_map_fn
  init(_ downstream: ValueSubscriber, _ context: Context, _ fn: @escaping streams_map_fn) {
    self.fn = fn
    super.init("Map", downstream, context)
  }

  @inline(__always) func receive(_ input: Value) -> Demand {
    let result = fn(pointer, input)
    return _fastPath(result.isSettled) ? downstream.value(result) : pass(result)
  }

  @inline(never) private func pass(_ result: Value) -> Demand {
    switch result.type {
    case Value.skip: return .max(1)  // C23
    case Value.end: stop(.finished)
    case Value.failure: stop(.failure(Fault(returned: result.status)))
    default:
      defer { result.clear() }
      return downstream.value(result.lent)
    }
    return .none
  }
}

final class Filter: Port {
  let fn: streams_test_fn
  init(_ downstream: ValueSubscriber, _ context: Context, _ fn: @escaping streams_test_fn) {
    self.fn = fn
    super.init("Filter", downstream, context)
  }

  @inline(__always) func receive(_ input: Value) -> Demand {
    let answer = fn(pointer, input)
    if answer > 0 { return downstream.value(input) }
    return _fastPath(answer == 0) ? .max(1) : fail(answer)  // C23
  }

  @inline(never) private func fail(_ code: Int32) -> Demand {
    stop(.failure(Fault(returned: code)))
    return .none
  }
}

private func map(
  _ upstream: OpaquePointer?, _ callback: Callback<streams_map_fn>?, _ function: StaticString = #function
) -> OpaquePointer? {
  guard let (upstream, callback) = consume(upstream, callback, function) else { return nil }
  return publish(
    {
      let map = Map($0, callback.context, callback.fn)
      upstream.attach(map.subscriber(one: { map.receive($0) }, several: { map.receive($0, $1) }))
    }, function)
}

@_cdecl("streams_map") @implementation
public func streams_map(
  _ upstream: OpaquePointer?, _ fn: streams_map_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? { map(upstream, Callback(fn, context, destroy)) }

@_cdecl("streams_compact_map") @implementation
public func streams_compact_map(
  _ upstream: OpaquePointer?, _ fn: streams_map_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? { map(upstream, Callback(fn, context, destroy)) }

@_cdecl("streams_filter") @implementation
public func streams_filter(
  _ upstream: OpaquePointer?, _ fn: streams_test_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  guard let (upstream, callback) = consume(upstream, Callback(fn, context, destroy)) else { return nil }
  return publish {
    let filter = Filter($0, callback.context, callback.fn)
    upstream.attach(filter.subscriber(one: { filter.receive($0) }, several: { filter.receive($0, $1) }))
  }
}
