import CStreams
import Streams

@_cdecl("streams_collect") @implementation
public func streams_collect(_ upstream: OpaquePointer?) -> OpaquePointer? {
  fold(upstream) { CollectRule(Keeping.self, bundle: Value.list) }
}

@_cdecl("streams_count") @implementation
public func streams_count(_ upstream: OpaquePointer?) -> OpaquePointer? { fold(upstream) { CountRule<Value>() } }

// MARK: one of the values

@_cdecl("streams_first") @implementation
public func streams_first(_ upstream: OpaquePointer?) -> OpaquePointer? {
  wanted(upstream, "First", anything, endsAtFirst: true)
}

@_cdecl("streams_first_where") @implementation
public func streams_first_where(
  _ upstream: OpaquePointer?, _ fn: streams_test_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  wanted(upstream, "FirstWhere", Callback(fn, context, destroy), endsAtFirst: true)
}

@_cdecl("streams_last") @implementation
public func streams_last(_ upstream: OpaquePointer?) -> OpaquePointer? {
  wanted(upstream, "Last", anything, endsAtFirst: false)
}

@_cdecl("streams_last_where") @implementation
public func streams_last_where(
  _ upstream: OpaquePointer?, _ fn: streams_test_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  wanted(upstream, "LastWhere", Callback(fn, context, destroy), endsAtFirst: false)
}

private var anything: Callback<streams_test_fn>? { Callback({ _, _ in 1 }, nil, nil) }

@inline(never) private func wanted(
  _ upstream: OpaquePointer?, _ name: String, _ test: Callback<streams_test_fn>?, endsAtFirst: Bool,
  _ function: StaticString = #function
) -> OpaquePointer? {
  fold(upstream, test, function) { WantedRule(endsAtFirst: endsAtFirst, name, $0, Keeping.self) }
}

@_cdecl("streams_min") @implementation
public func streams_min(
  _ upstream: OpaquePointer?, _ fn: streams_compare_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  extreme(upstream, Callback(fn ?? naturally, context, destroy), isLeast: true)
}

@_cdecl("streams_max") @implementation
public func streams_max(
  _ upstream: OpaquePointer?, _ fn: streams_compare_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  extreme(upstream, Callback(fn ?? naturally, context, destroy), isLeast: false)
}

private let naturally: streams_compare_fn = { streams_value_compare($1, $2, $3) }

@inline(never) private func extreme(
  _ upstream: OpaquePointer?, _ compare: Callback<streams_compare_fn>?, isLeast: Bool,
  _ function: StaticString = #function
) -> OpaquePointer? {
  fold(upstream, compare, function) {
    ComparisonRule("Comparison", Order(compare: $0, isReversed: isLeast), Keeping.self)
  }
}

// MARK: yes or no

/// Whether a value is equal to one that is kept.
private struct SameAs: Test {
  let kept: KeptValue
  func callAsFunction(_ value: Value) throws(Never) -> Bool {
    withExtendedLifetime(kept) { streams_value_equal(kept.plain, value) }
  }
}

@_cdecl("streams_contains") @implementation
public func streams_contains(_ upstream: OpaquePointer?, _ value: streams_value_t) -> OpaquePointer? {
  guard let kept = KeptValue(given: value) else { return refuse(upstream, value.refusal ?? .memory) }
  let same = SameAs(kept: kept)
  return fold(upstream) { SearchRule("Contains", answerIfFound: true, same) }
}

@_cdecl("streams_contains_where") @implementation
public func streams_contains_where(
  _ upstream: OpaquePointer?, _ fn: streams_test_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  search(upstream, "ContainsWhere", Callback(fn, context, destroy), answerIfFound: true)
}

@_cdecl("streams_all_satisfy") @implementation
public func streams_all_satisfy(
  _ upstream: OpaquePointer?, _ fn: streams_test_fn?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  search(upstream, "AllSatisfy", Callback(fn, context, destroy), answerIfFound: false)
}

@inline(never) private func search(
  _ upstream: OpaquePointer?, _ name: String, _ test: Callback<streams_test_fn>?, answerIfFound: Bool,
  _ function: StaticString = #function
) -> OpaquePointer? {
  fold(upstream, test, function) { SearchRule(name, answerIfFound: answerIfFound, $0) }
}
