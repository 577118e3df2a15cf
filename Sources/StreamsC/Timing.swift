import CStreams
import Streams
import StreamsLoop

@_cdecl("streams_buffer") @implementation
public func streams_buffer(
  _ upstream: OpaquePointer?, _ size: Int, _ prefetch: Bool, _ when_full: Int32
) -> OpaquePointer? {
  let whenFull: Publishers.BufferingStrategy<Fault>? =
    switch streams_buffer_full(rawValue: UInt32(bitPattern: when_full)) {
    case STREAMS_BUFFER_DROP_NEWEST: .dropNewest
    case STREAMS_BUFFER_DROP_OLDEST: .dropOldest
    case STREAMS_BUFFER_FAIL: .customError { Fault(.limit, "the buffer is full") }
    default: nil
    }
  guard let whenFull else { return refuse(upstream) }
  let size = Int(atMost: size)
  guard let upstream = consume(upstream) else { return nil }
  return publish {
    upstream.attach(
      ValueSubscriber(Buffering($0, Keeping.self, size, prefetch ? .keepFull : .byRequest, whenFull)))
  }
}

/// Puts an operator that delivers on a loop below a publisher. Neither that nor its streams keep the loop open.
private func live(
  _ upstream: OpaquePointer?, on loop: OpaquePointer?, _ name: String, _ function: StaticString = #function,
  _ driver: @escaping (Loop, Tenant) -> ValueSubscriber
) -> OpaquePointer? {
  let upstream = consume(upstream, function)
  guard let loop = borrow(loop, .loop, EventLoop.self, function)?.loop, let upstream else { return nil }
  return publish(
    { downstream in Tenant.attach(upstream, loop, name, downstream) { driver(loop, $0) } }, function)
}

@_cdecl("streams_debounce") @implementation
public func streams_debounce(_ upstream: OpaquePointer?, _ loop: OpaquePointer?, _ due_ms: UInt64) -> OpaquePointer? {
  live(upstream, on: loop, "Debounce") {
    ValueSubscriber(Debouncing($1.port, Keeping.self, .init(ms: due_ms), $0, nil))
  }
}

@_cdecl("streams_throttle") @implementation
public func streams_throttle(
  _ upstream: OpaquePointer?, _ loop: OpaquePointer?, _ ms: UInt64, _ latest: Bool
) -> OpaquePointer? {
  live(upstream, on: loop, "Throttle") {
    ValueSubscriber(Throttling($1.port, Keeping.self, .init(ms: ms), $0, latest))
  }
}

@_cdecl("streams_chunk_by_time") @implementation
public func streams_chunk_by_time(
  _ upstream: OpaquePointer?, _ loop: OpaquePointer?, _ ms: UInt64, _ max: Int
) -> OpaquePointer? {
  let count = max == 0 ? nil : Int(atMost: max)
  return live(upstream, on: loop, "CollectByTime") {
    ValueSubscriber(
      Grouping(Lend($1.port), Keeping.self, Alarm($0, .init(ms: ms), nil), count) { .list(of: $0) })
  }
}

// MARK: one queue for four

typealias Hop = Hopping<Keeping, Loop, ValueSubscriber>

/// The specialisation is made once.
@inline(never)
private func hop(
  _ loop: Loop, _ tenant: Tenant, wait: Hop.Stride? = nil, limit: Hop.Stride? = nil, error: (() -> Fault)? = nil
) -> ValueSubscriber {
  ValueSubscriber(
    Hop(
      tenant.port, Keeping.self, loop, nil, wait: wait.map { ($0, loop.minimumTolerance) }, limit: limit,
      customError: error))
}

@_cdecl("streams_receive_on") @implementation
public func streams_receive_on(_ upstream: OpaquePointer?, _ loop: OpaquePointer?) -> OpaquePointer? {
  live(upstream, on: loop, "ReceiveOn") { hop($0, $1) }
}

@_cdecl("streams_delay") @implementation
public func streams_delay(_ upstream: OpaquePointer?, _ loop: OpaquePointer?, _ ms: UInt64) -> OpaquePointer? {
  live(upstream, on: loop, "Delay") { hop($0, $1, wait: .init(ms: ms)) }
}

@_cdecl("streams_timeout") @implementation
public func streams_timeout(
  _ upstream: OpaquePointer?, _ loop: OpaquePointer?, _ ms: UInt64, _ code: Int32
) -> OpaquePointer? {
  if code > 0 { return refuse(upstream) }
  let error: (() -> Fault)? = code == 0 ? nil : { Fault(code: code, nil) }
  return live(upstream, on: loop, "Timeout") { hop($0, $1, limit: .init(ms: ms), error: error) }
}

// MARK: what only asks the loop for its time, or for its thread

/// The milliseconds since the value before. Whole ones on the loop's clock, so that they add up.
private struct MeasureIntervalRule: RelayRule {
  typealias Failure = Never
  static var name: String { "MeasureInterval" }
  static var mayCancel: Bool { false }
  static var asksLater: Bool { true }
  var last: Int64 = 0

  mutating func begin(_ subscription: any Subscription) { last = now }
  mutating func step(_ input: Value) throws(Never) -> Step<Value> {
    let now = now
    defer { last = now }
    return .emit(.int(now - last))
  }
  private var now: Int64 { EventLoop.SchedulerTimeType.now.ms }
}

@_cdecl("streams_measure_interval") @implementation
public func streams_measure_interval(_ upstream: OpaquePointer?, _ loop: OpaquePointer?) -> OpaquePointer? {
  let upstream = consume(upstream)
  guard borrow(loop, .loop, EventLoop.self) != nil, let upstream else { return nil }
  return publish { upstream.attach(ValueSubscriber(Relay<_, Fault, ValueSubscriber>($0, MeasureIntervalRule()))) }
}

@_cdecl("streams_subscribe_on") @implementation
public func streams_subscribe_on(_ upstream: OpaquePointer?, _ loop: OpaquePointer?) -> OpaquePointer? {
  let upstream = consume(upstream)
  guard let loop = borrow(loop, .loop, EventLoop.self)?.loop, let upstream else { return nil }
  let distant = Recipe { downstream in
    if !loop.post({ upstream.attach(downstream) }) { end(downstream, .failure(Fault(LoopError.closed))) }
  }
  return publish { downstream in
    Tenant.attach(distant, loop, "SubscribeOn", downstream) { tenant in
      // When the loop closes, upstream hears of the cancel from whoever closes it.
      let rule = SubscribeOnRule<Value> { if !loop.post($0) { $0() } }
      return ValueSubscriber(Relay<_, Fault, ValueSubscriber>(tenant.portOfManyThreads, rule))
    }
  }
}
