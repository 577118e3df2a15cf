import CStreams
import Streams

@_cdecl("streams_chunk") @implementation
public func streams_chunk(_ upstream: OpaquePointer?, _ count: Int) -> OpaquePointer? {
  if count == 0 { return refuse(upstream) }
  return relay(upstream) { CollectByCountRule(Int(atMost: count), Keeping.self, bundle: Value.list) }
}

@_cdecl("streams_map_error") @implementation
public func streams_map_error(
  _ upstream: OpaquePointer?, _ fn: streams_map_error_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  guard let (upstream, callback) = consume(upstream, Callback(fn, context, destroy)) else { return nil }
  return publish { downstream in
    var port = ValueSubscriber(
      value: downstream.value,
      completion: {
        guard case .failure(let fault) = $0 else { return downstream.completion($0) }
        let code = fault.lend { callback.fn(callback.context.pointer, $0) }
        var other = Fault(returned: code)
        other.stream = fault.stream
        downstream.completion(.failure(other))
      }, subscription: downstream.subscription)
    port.values = downstream.values
    upstream.attach(port)
  }
}

/// What `scan` and `reduce` share: the accumulated value, and the function that makes the next one of it.
private struct Accumulation {
  let callback: Callback<streams_fold_fn>
  /// A subject that the function sends to may come back here.
  var kept: Remembered<KeptValue>

  init(_ callback: Callback<streams_fold_fn>, _ initial: KeptValue) {
    self.callback = callback
    kept = Remembered(initial)
  }

  var result: KeptValue { kept.value.unsafelyUnwrapped }

  /// False: the stream ends here.
  mutating func take(_ input: Value) throws(Fault) -> Bool {
    let old = result
    let new = withExtendedLifetime(old) { callback.fn(callback.context.pointer, old.plain, input) }
    switch new.type {
    case Value.end: return false
    case Value.failure: throw Fault(returned: new.status)
    case Value.skip: throw Fault(.invalid, "a fold cannot skip a value")
    default:
      // The same value back costs nothing; a part of it is copied before the whole goes.
      if new.bits != old.plain.bits || new.type != old.plain.type { kept.value = KeptValue(taking: new) }
      return true
    }
  }
}

private struct ScanRule: RelayRule {
  static var name: String { "Scan" }
  var accumulation: Accumulation
  mutating func step(_ input: Value) throws(Fault) -> Step<Value> {
    // Owned: a subject that feeds itself may replace the result while it is delivered.
    try accumulation.take(input) ? .emit(accumulation.result.owned()) : .finish
  }
  func discard(_ output: Value) { output.clear() }
}

private struct ReduceRule: FoldRule {
  typealias Output = Value
  var name: String { "Reduce" }
  var accumulation: Accumulation
  var isEnded = false
  mutating func take(_ input: Value) throws(Fault) -> Bool {
    isEnded = try !accumulation.take(input)
    return isEnded
  }
  mutating func answer() -> Value? { isEnded ? nil : accumulation.result.owned() }
}

@_cdecl("streams_scan") @implementation
public func streams_scan(
  _ upstream: OpaquePointer?, _ initial: streams_value_t, _ fn: streams_fold_fn?,
  _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let callback = Callback(fn, context, destroy)
  guard let kept = KeptValue(given: initial) else { return refuse(upstream, initial.refusal ?? .memory) }
  return hotRelay(upstream, callback) { ScanRule(accumulation: Accumulation($0, kept)) }
}

@_cdecl("streams_reduce") @implementation
public func streams_reduce(
  _ upstream: OpaquePointer?, _ initial: streams_value_t, _ fn: streams_fold_fn?,
  _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let callback = Callback(fn, context, destroy)
  guard let kept = KeptValue(given: initial) else { return refuse(upstream, initial.refusal ?? .memory) }
  return hotFold(upstream, callback) { ReduceRule(accumulation: Accumulation($0, kept)) }
}
