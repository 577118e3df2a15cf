import CStreams
import Streams

/// A function of the program's and its context.
struct Callback<Function> {
  let fn: Function
  let context: Context

  /// nil without a function; then the context is destroyed.
  @inline(__always)
  init?(_ fn: Function?, _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?) {
    let context = Context(context, destroy)
    guard let fn else { return nil }
    self.fn = fn
    self.context = context
  }
}

/// Takes over a publisher and what is to be called for it; nil with the reason if either is missing.
@inline(__always)
func consume<Function>(
  _ upstream: OpaquePointer?, _ callback: Callback<Function>?, _ function: StaticString = #function
) -> (Recipe, Callback<Function>)? {
  guard let callback else { return refuse(upstream, .invalid, function) }
  guard let upstream = consume(upstream, function) else { return nil }
  return (upstream, callback)
}

/// Another argument is wrong: takes the publisher over all the same.
@inline(never)
func refuse<T>(_ upstream: OpaquePointer?, _ status: Status = .invalid, _ function: StaticString = #function) -> T? {
  guard let recipe = consume(upstream, function) else { return nil }
  return fail(status, nil, function, about: recipe)
}

/// What a function answered: yes, no, or why it cannot say.
@inline(__always) private func answer(_ code: Int32) throws(Fault) -> Bool {
  if code < 0 { throw failure(code) }
  return code > 0
}
@inline(never) func failure(_ code: Int32) -> Fault { Fault(returned: code) }

extension Callback: Test where Function == streams_test_fn {
  func callAsFunction(_ value: Value) throws(Fault) -> Bool { try answer(fn(context.pointer, value)) }
}

/// Whether one value is as good as another.
struct Sameness: PairTest {
  let equal: Callback<streams_equal_fn>
  func callAsFunction(_ first: Value, _ second: Value) throws(Fault) -> Bool {
    try answer(equal.fn(equal.context.pointer, first, second))
  }
}

/// Whether one value stands before another.
struct Order: PairTest {
  let compare: Callback<streams_compare_fn>
  /// Whether the greater stands first.
  let isReversed: Bool

  func callAsFunction(_ first: Value, _ second: Value) throws(Fault) -> Bool {
    var order: Int32 = 0
    let code = compare.fn(compare.context.pointer, first, second, &order)
    if code != 0 { throw failure(code) }
    return isReversed ? order > 0 : order < 0
  }
}
