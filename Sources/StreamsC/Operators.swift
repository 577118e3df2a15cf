import CStreams
import Streams

/// Puts an operator that reacts to one value at a time below a publisher.
@inline(__always)
func relay<Rule: RelayRule>(
  _ upstream: OpaquePointer?, _ function: StaticString = #function, _ rule: @escaping () -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output == Value, Rule.Failure == Fault {
  guard let upstream = consume(upstream, function) else { return nil }
  return publish(
    {
      upstream.attach(ValueSubscriber(Relay<Rule, Fault, Lend>(Lend($0), rule(), raise: { $0 }, thrown: { $0 })))
    }, function)
}

extension streams_value_t {
  /// What becomes of a value that a callback returned. An owned one is lent, then cleared, by `Lend`.
  @inline(__always) func step() throws(Fault) -> Step<Value> {
    if _fastPath(isSettled) { return .emit(self) }
    return try slowStep()
  }
  @inline(never) private func slowStep() throws(Fault) -> Step<Value> {
    switch type {
    case Value.skip: return .skip
    case Value.end: return .finish
    case Value.failure: throw Fault(returned: status)
    default: return .emit(self)
    }
  }
}

/// A function of the program and its context.
struct MapRule: RelayRule {
  typealias Input = Value
  typealias Output = Value
  let fn: streams_map_fn
  let pointer: UnsafeMutableRawPointer?
  let context: Context
  init(_ fn: @escaping streams_map_fn, _ context: Context) {
    self.fn = fn
    pointer = context.pointer
    self.context = context
  }
  @inline(__always) mutating func step(_ input: Value) throws(Fault) -> Step<Value> {
    try fn(pointer, input).step()
  }
}

struct FilterRule: RelayRule {
  typealias Input = Value
  typealias Output = Value
  let fn: streams_test_fn
  let pointer: UnsafeMutableRawPointer?
  let context: Context
  init(_ fn: @escaping streams_test_fn, _ context: Context) {
    self.fn = fn
    pointer = context.pointer
    self.context = context
  }
  @inline(__always) mutating func step(_ input: Value) throws(Fault) -> Step<Value> {
    let answer = fn(pointer, input)
    if answer > 0 { return .emit(input) }
    if _fastPath(answer == 0) { return .skip }
    throw Fault(returned: answer)
  }
}

@_cdecl("streams_map") @implementation
public func streams_map(
  _ upstream: OpaquePointer?, _ fn: streams_map_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let fn else { return refuse(upstream) }
  return relay(upstream) { MapRule(fn, context) }
}

@_cdecl("streams_compact_map") @implementation
public func streams_compact_map(
  _ upstream: OpaquePointer?, _ fn: streams_map_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let fn else { return refuse(upstream) }
  return relay(upstream) { MapRule(fn, context) }
}

@_cdecl("streams_filter") @implementation
public func streams_filter(
  _ upstream: OpaquePointer?, _ fn: streams_test_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let fn else { return refuse(upstream) }
  return relay(upstream) { FilterRule(fn, context) }
}

/// Another argument is wrong: takes the publisher over all the same.
func refuse(_ upstream: OpaquePointer?, _ status: Status = .invalid, _ function: StaticString = #function)
  -> OpaquePointer?
{
  guard consume(upstream, function) != nil else { return nil }
  return fail(status, nil, function)
}
