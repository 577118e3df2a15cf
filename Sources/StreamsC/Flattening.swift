import CStreams
import Streams

/// A function of the program that makes a publisher of something; one that fails if it made none.
private func recipe(_ handle: OpaquePointer?, _ function: StaticString = #function) -> Recipe {
  if let recipe = made(handle, function) { return recipe }
  let fault = Slate.mine.fault
  return Recipe { end($0, .failure(fault)) }
}

@_cdecl("streams_flat_map") @implementation
public func streams_flat_map(
  _ upstream: OpaquePointer?, _ max_publishers: streams_demand_t, _ fn: streams_flat_map_fn?,
  _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let callback = Callback(fn, context, destroy)
  if max_publishers <= 0 { return refuse(upstream) }
  guard let (upstream, callback) = consume(upstream, callback) else { return nil }
  return publish {
    let inners = Inners($0, Demand(max_publishers), Keeping.self) { value in
      recipe(callback.fn(callback.context.pointer, value), "streams_flat_map")
    }
    inners.open()  // eager (C5)
    upstream.attach(ValueSubscriber(side: OuterSide(inners)))
  }
}

@_cdecl("streams_flat_map_latest") @implementation
public func streams_flat_map_latest(
  _ upstream: OpaquePointer?, _ fn: streams_flat_map_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  guard let (upstream, callback) = consume(upstream, Callback(fn, context, destroy)) else { return nil }
  return publish {
    let succession = Succession("SwitchToLatest", $0, Keeping.self, trapsOnZero: true)
    succession.isOuterFinished = false
    succession.open()  // eager (C5)
    let latest = LatestSide<Recipe, ValueSubscriber>(succession)
    upstream.attach(
      ValueSubscriber(
        value: { latest.receive(recipe(callback.fn(callback.context.pointer, $0), "streams_flat_map_latest")) },
        completion: { latest.receive(completion: $0) }, subscription: { latest.receive(subscription: $0) }))
  }
}

/// One publisher after another; takes both over.
@inline(never) private func concatenate(
  _ first: OpaquePointer?, _ second: OpaquePointer?, _ function: StaticString = #function
) -> OpaquePointer? {
  let (first, second) = (consume(first, function), consume(second, function))
  guard let first, let second else { return nil }
  return give(Recipe(first, followedBy: second), .publisher, function)
}

@_cdecl("streams_append") @implementation
public func streams_append(_ upstream: OpaquePointer?, _ next: OpaquePointer?) -> OpaquePointer? {
  concatenate(upstream, next)
}

@_cdecl("streams_prepend") @implementation
public func streams_prepend(_ upstream: OpaquePointer?, _ before: OpaquePointer?) -> OpaquePointer? {
  concatenate(before, upstream)
}

@_cdecl("streams_catch") @implementation
public func streams_catch(
  _ upstream: OpaquePointer?, _ fn: streams_catch_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  guard let (upstream, callback) = consume(upstream, Callback(fn, context, destroy)) else { return nil }
  return publish {
    Succession("Catch", $0, Keeping.self, trapsOnZero: true)
      .begin(
        with: upstream,
        CatchEnding<Fault, Recipe, ValueSubscriber> { fault in
          recipe(fault.lend { callback.fn(callback.context.pointer, $0) }, "streams_catch")
        })
  }
}

/// Swift's `RetryEnding`, but for what fails because its loop is closed: it would be tried for ever, or in vain.
private struct RetryEnding: Ending {
  let upstream: Recipe
  /// How many more attempts; negative: for ever.
  let left: Int
  func end(_ completion: Completion, _ succession: Succession<ValueSubscriber>) {
    guard case .failure(let fault) = completion, left != 0, !fault.isFinal else { return succession.end(completion) }
    succession.follow(upstream, RetryEnding(upstream: upstream, left: left < 0 ? left : left - 1))
  }
}

@_cdecl("streams_retry") @implementation
public func streams_retry(_ upstream: OpaquePointer?, _ times: Int64) -> OpaquePointer? {
  guard let upstream = consume(upstream) else { return nil }
  return publish {
    Succession("Retry", $0, Keeping.self).begin(with: upstream, RetryEnding(upstream: upstream, left: Int(times)))
  }
}
