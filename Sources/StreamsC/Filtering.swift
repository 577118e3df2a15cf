import CStreams
import Streams

@_cdecl("streams_remove_duplicates") @implementation
public func streams_remove_duplicates(
  _ upstream: OpaquePointer?, _ fn: streams_equal_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  hotRelay(upstream, Callback(fn ?? { streams_value_equal($1, $2) ? 1 : 0 }, context, destroy)) {
    RemoveDuplicatesRule(Sameness(equal: $0), Keeping.self)
  }
}

@_cdecl("streams_prefix") @implementation
public func streams_prefix(_ upstream: OpaquePointer?, _ count: Int) -> OpaquePointer? {
  output(upstream, 0..<Int(atMost: count))
}

@_cdecl("streams_output_at") @implementation
public func streams_output_at(_ upstream: OpaquePointer?, _ index: Int) -> OpaquePointer? {
  let index = min(Int(atMost: index), .max - 1)
  return output(upstream, index..<index + 1)
}

@_cdecl("streams_output_in") @implementation
public func streams_output_in(_ upstream: OpaquePointer?, _ first: Int, _ end: Int) -> OpaquePointer? {
  if UInt(bitPattern: first) > UInt(bitPattern: end) { return refuse(upstream) }
  // Also where both are beyond what anyone sends: a range that is not empty waits.
  let last = Int(atMost: end)
  return output(upstream, min(Int(atMost: first), first == end ? last : last - 1)..<last)
}

@inline(never) private func output(
  _ upstream: OpaquePointer?, _ range: Range<Int>, _ function: StaticString = #function
) -> OpaquePointer? {
  hotRelay(upstream, function) { OutputRule<Value>(range) }
}

@_cdecl("streams_prefix_while") @implementation
public func streams_prefix_while(
  _ upstream: OpaquePointer?, _ fn: streams_test_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  relay(upstream, Callback(fn, context, destroy)) { PrefixWhileRule($0) }
}

@_cdecl("streams_drop_first") @implementation
public func streams_drop_first(_ upstream: OpaquePointer?, _ count: Int) -> OpaquePointer? {
  relay(upstream) { DropRule<Value>(toDrop: Int(atMost: count)) }
}

@_cdecl("streams_drop_while") @implementation
public func streams_drop_while(
  _ upstream: OpaquePointer?, _ fn: streams_test_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  relay(upstream, Callback(fn, context, destroy)) { DropWhileRule($0) }
}

@_cdecl("streams_ignore_output") @implementation
public func streams_ignore_output(_ upstream: OpaquePointer?) -> OpaquePointer? {
  guard let upstream = consume(upstream) else { return nil }
  return publish { upstream.attach(ValueSubscriber(side: Ignoring<Value, ValueSubscriber>($0))) }
}

@_cdecl("streams_replace_empty") @implementation
public func streams_replace_empty(_ upstream: OpaquePointer?, _ value: streams_value_t) -> OpaquePointer? {
  replace(upstream, "ReplaceEmpty", value, unlessEmpty)
}

@_cdecl("streams_replace_error") @implementation
public func streams_replace_error(_ upstream: OpaquePointer?, _ value: streams_value_t) -> OpaquePointer? {
  replace(upstream, "ReplaceError", value, unlessFailed)
}

@inline(never) private func replace(
  _ upstream: OpaquePointer?, _ name: String, _ value: Value, _ ending: @escaping (Completion, Bool) -> Completion?,
  _ function: StaticString = #function
) -> OpaquePointer? {
  guard let kept = KeptValue(given: value) else { return refuse(upstream, value.refusal ?? .memory, function) }
  guard let upstream = consume(upstream, function) else { return nil }
  return publish(
    {
      upstream.attach(
        ValueSubscriber(
          Replacing<Fault, ValueSubscriber, Keeping>(
            $0, name, Keeping.self, kept, trapsOnSurplus: false, ending: ending)))
    }, function)
}
