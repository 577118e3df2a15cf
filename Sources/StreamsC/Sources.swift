import CStreams
import Streams

/// Kept values, given out one by one. Whoever iterates holds the array, so each is good while it is delivered.
private struct Lending: Sequence, IteratorProtocol {
  let values: [KeptValue]
  var index = 0
  init(_ values: [KeptValue]) { self.values = values }
  mutating func next() -> Value? {
    guard index < values.count else { return nil }
    defer { index += 1 }
    return values[index].plain
  }
}

private struct Integers: Sequence, IteratorProtocol {
  var current: Int64
  var count: Int64
  @inline(__always) mutating func next() -> Value? {
    guard count > 0 else { return nil }
    defer {
      count &-= 1
      current &+= 1
    }
    return .int(current)
  }
}

/// Attaches a subscriber to the elements of a sequence, and to what follows the last one.
private func attachment<S: Sequence>(
  _ elements: S, _ completion: Completion = .finished
) -> (ValueSubscriber) -> Void where S.Element == Value {
  {
    SequenceState<S, ValueSubscriber>.attach($0.inBursts, elements, completion) { _ in
      PumpLook(name: "Sequence", source: nil, children: [])
    }
  }
}

extension ValueSubscriber {
  /// Below a source that loops: what one request is answered with is a burst.
  fileprivate var inBursts: ValueSubscriber {
    ValueSubscriber(value: value, completion: completion, subscription: { self.subscription(Bursts($0)) })
  }
}

private final class Bursts: Subscription {
  private let source: any Subscription
  init(_ source: any Subscription) { self.source = source }
  func request(_ demand: Demand) { Burst.run { source.request(demand) } }
  func cancel() { source.cancel() }
}

/// A stream that is over before it begins (C3).
func end(_ downstream: ValueSubscriber, _ completion: Completion) {
  downstream.subscription(Subscriptions.empty)
  downstream.completion(completion)
}

@_cdecl("streams_just") @implementation public func streams_just(_ value: streams_value_t) -> OpaquePointer? {
  guard let kept = KeptValue(given: value) else { return fail(value.refusal ?? .memory) }
  return give(Recipe(only: kept) { attachment(Lending([kept]))($0) }, .publisher)
}

@_cdecl("streams_from_values") @implementation
public func streams_from_values(_ values: UnsafePointer<streams_value_t>?, _ count: Int) -> OpaquePointer? {
  record(values, count, .finished, "streams_from_values")
}

@_cdecl("streams_record") @implementation
public func streams_record(
  _ values: UnsafePointer<streams_value_t>?, _ count: Int, _ code: Int32, _ message: UnsafePointer<CChar>?
) -> OpaquePointer? {
  guard let completion = Completion(code, message) else { return fail(.invalid) }
  return record(values, count, completion, "streams_record")
}

private func record(
  _ values: UnsafePointer<streams_value_t>?, _ count: Int, _ completion: Completion, _ function: StaticString
) -> OpaquePointer? {
  guard canLie(count, at: values, size: MemoryLayout<Value>.size) else { return fail(.invalid, nil, function) }
  var kept: [KeptValue] = []
  kept.reserveCapacity(count)
  for i in 0..<count {
    let value = values.unsafelyUnwrapped[i]
    guard let copy = KeptValue(given: value) else { return fail(value.refusal ?? .memory, nil, function) }
    kept.append(copy)
  }
  let oneByOne = attachment(Lending(kept), completion)
  return publish(
    { downstream in
      guard downstream.values != nil, count > 0 else { return oneByOne(downstream) }
      var next = 0
      Filler.attach(downstream) { out, room in
        let size = min(room, count - next)
        for i in 0..<size { out[i] = kept[next + i].plain }
        next += size
        return Filling(count: size, ending: next == count ? completion : nil)
      }
    }, function)
}

@_cdecl("streams_range") @implementation
public func streams_range(_ first: Int64, _ count: Int64) -> OpaquePointer? {
  if count < 0 { return fail(.invalid) }
  let room = Int64.max.subtractingReportingOverflow(first)
  let most = room.overflow || room.partialValue == .max ? Int64.max : room.partialValue + 1
  let all = Integers(current: first, count: min(count, most))
  let oneByOne = attachment(all)
  return publish { downstream in
    guard downstream.values != nil, count > 0 else { return oneByOne(downstream) }
    var rest = all
    Filler.attach(downstream) { out, room in
      let size = Int(min(Int64(room), rest.count))
      for i in 0..<size { out[i] = .int(rest.current &+ Int64(i)) }
      rest = Integers(current: rest.current &+ Int64(size), count: rest.count - Int64(size))
      return Filling(count: size, ending: rest.count == 0 ? .finished : nil)
    }
  }
}

@_cdecl("streams_empty") @implementation public func streams_empty() -> OpaquePointer? {
  publish { end($0, .finished) }
}

@_cdecl("streams_never") @implementation public func streams_never() -> OpaquePointer? {
  publish { downstream in
    // The subscription holds the subscriber until it is cancelled, so that its context lives as long (C71).
    downstream.subscription(
      Outlet(request: { _ in withExtendedLifetime(downstream.value) {} }, cancel: {}))
  }
}

@_cdecl("streams_fail") @implementation
public func streams_fail(_ code: Int32, _ message: UnsafePointer<CChar>?) -> OpaquePointer? {
  guard code < 0 else { return fail(.invalid) }
  let fault = Fault(code: code, message.map { String(cString: $0) })
  return publish { end($0, .failure(fault)) }
}

@_cdecl("streams_deferred") @implementation
public func streams_deferred(
  _ make: streams_make_fn?, _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let make else { return fail(.invalid) }
  return publish { downstream in
    guard let recipe = made(make(context.pointer)) else { return end(downstream, .failure(Slate.mine.fault)) }
    recipe.attach(downstream)
  }
}

/// The publisher that a callback returned; nil if it returned none, or something else.
func made(_ handle: OpaquePointer?, _ function: StaticString = #function) -> Recipe? {
  guard handle != nil else { return nil }
  return consume(handle, function)
}

extension streams_value_t {
  /// Why this cannot be sent; nil if it is a value.
  var refusal: Status? {
    guard isSignal else { return nil }
    return type == Value.failure && status < 0 ? Status(status) : .invalid
  }
}
