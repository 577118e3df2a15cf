import CStreams
import Streams

/// What `scan` and `reduce` share: the accumulated value, and the function that makes the next one of it.
private struct Accumulation {
  let fn: streams_fold_fn
  let context: Context
  /// A subject that `fn` sends to may come back here.
  var kept: Remembered<KeptValue>

  init(fn: @escaping streams_fold_fn, context: Context, result: KeptValue) {
    self.fn = fn
    self.context = context
    kept = Remembered(result)
  }

  var result: KeptValue { kept.value.unsafelyUnwrapped }

  /// False: the stream ends here.
  mutating func take(_ input: Value) throws(Fault) -> Bool {
    let old = result
    let new = withExtendedLifetime(old) { fn(context.pointer, old.plain, input) }
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
}

private struct ReduceRule: FoldRule {
  var accumulation: Accumulation
  var isEnded = false
  mutating func take(_ input: Value) throws(Fault) -> Bool {
    isEnded = try !accumulation.take(input)
    return isEnded
  }
  mutating func answer() -> Value? { isEnded ? nil : accumulation.result.owned() }
}

private struct CollectRule: FoldRule {
  typealias Failure = Fault
  var gathered: [KeptValue] = []
  mutating func take(_ input: Value) throws(Fault) -> Bool {
    gathered.append(KeptValue(input))
    return false
  }
  mutating func answer() -> Value? {
    defer { gathered = [] }
    return .list(of: gathered)
  }
}

private struct CountRule: FoldRule {
  typealias Failure = Fault
  var count: Int64 = 0
  mutating func take(_ input: Value) throws(Fault) -> Bool {
    count += 1
    return false
  }
  mutating func answer() -> Value? { .int(count) }
}

@_cdecl("streams_scan") @implementation
public func streams_scan(
  _ upstream: OpaquePointer?, _ initial: streams_value_t, _ fn: streams_fold_fn?,
  _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  if let status = initial.refusal { return refuse(upstream, status) }
  guard let fn else { return refuse(upstream) }
  let start = KeptValue(initial)
  return relay(upstream) { ScanRule(accumulation: Accumulation(fn: fn, context: context, result: start)) }
}

@_cdecl("streams_reduce") @implementation
public func streams_reduce(
  _ upstream: OpaquePointer?, _ initial: streams_value_t, _ fn: streams_fold_fn?,
  _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  if let status = initial.refusal { return refuse(upstream, status) }
  guard let fn else { return refuse(upstream) }
  let start = KeptValue(initial)
  return fold(upstream) { ReduceRule(accumulation: Accumulation(fn: fn, context: context, result: start)) }
}

@_cdecl("streams_collect") @implementation
public func streams_collect(_ upstream: OpaquePointer?) -> OpaquePointer? { fold(upstream) { CollectRule() } }

@_cdecl("streams_count") @implementation
public func streams_count(_ upstream: OpaquePointer?) -> OpaquePointer? { fold(upstream) { CountRule() } }
