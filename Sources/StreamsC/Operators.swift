import CStreams
import Streams

/// Puts an operator that reacts to one value at a time below a publisher. What its rule makes is lent, and cleared
/// after the delivery.
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

/// Puts an operator that answers once below a publisher.
@inline(__always)
func fold<Rule: FoldRule>(
  _ upstream: OpaquePointer?, _ function: StaticString = #function, _ rule: @escaping () -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output == Value, Rule.Failure == Fault {
  guard let upstream = consume(upstream, function) else { return nil }
  return publish(
    {
      upstream.attach(ValueSubscriber(Fold<Rule, Fault, Lend>(Lend($0), rule(), raise: { $0 }, thrown: { $0 })))
    }, function)
}

/// Another argument is wrong: takes the publisher over all the same.
func refuse(_ upstream: OpaquePointer?, _ status: Status = .invalid, _ function: StaticString = #function)
  -> OpaquePointer?
{
  guard consume(upstream, function) != nil else { return nil }
  return fail(status, nil, function)
}

/// What a test that could not answer returned.
@inline(never) func failure(_ code: Int32) -> Fault { Fault(returned: code) }

@_cdecl("streams_prefix") @implementation
public func streams_prefix(_ upstream: OpaquePointer?, _ count: Int) -> OpaquePointer? {
  let count = count < 0 ? Int.max : count  // a size_t beyond what anyone sends
  guard let upstream = consume(upstream) else { return nil }
  return publish {
    upstream.attach(ValueSubscriber(Relay<_, Fault, ValueSubscriber>($0, OutputRule<Value>(0..<count))))
  }
}

private struct RemoveDuplicatesRule: RelayRule {
  static var name: String { "RemoveDuplicates" }
  let fn: streams_equal_fn
  let context: Context
  var last = Remembered<KeptValue>()

  mutating func step(_ input: Value) throws(Fault) -> Step<Value> {
    if let last = last.value {
      let answer = withExtendedLifetime(last) { fn(context.pointer, last.plain, input) }
      if answer < 0 { throw failure(answer) }
      if answer > 0 { return .skip }
    }
    last.value = KeptValue(input)
    return .emit(input)
  }
}

@_cdecl("streams_remove_duplicates") @implementation
public func streams_remove_duplicates(
  _ upstream: OpaquePointer?, _ fn: streams_equal_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  return relay(upstream) {
    RemoveDuplicatesRule(fn: fn ?? { streams_value_equal($1, $2) ? 1 : 0 }, context: context)
  }
}

private struct ChunkRule: RelayRule {
  static var name: String { "Chunk" }
  let scale: Int
  var gathered: [KeptValue] = []

  mutating func step(_ input: Value) throws(Fault) -> Step<Value> {
    gathered.append(KeptValue(input))
    return gathered.count < scale ? .keep : .emit(list())
  }
  mutating func rest() -> Value? { gathered.isEmpty ? nil : list() }

  private mutating func list() -> Value {
    defer { gathered = [] }
    return .list(of: gathered)
  }
}

@_cdecl("streams_chunk") @implementation
public func streams_chunk(_ upstream: OpaquePointer?, _ count: Int) -> OpaquePointer? {
  if count <= 0 { return refuse(upstream) }
  return relay(upstream) { ChunkRule(scale: count) }
}
