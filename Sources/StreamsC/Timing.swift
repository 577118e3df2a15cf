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
  guard let whenFull, size >= 0 else { return refuse(upstream) }
  guard let upstream = consume(upstream) else { return nil }
  return publish {
    upstream.attach(
      ValueSubscriber(Buffering($0, Keeping.self, size, prefetch ? .keepFull : .byRequest, whenFull)))
  }
}

@_cdecl("streams_debounce") @implementation
public func streams_debounce(_ upstream: OpaquePointer?, _ loop: OpaquePointer?, _ due_ms: UInt64) -> OpaquePointer? {
  let upstream = consume(upstream)
  guard let loop = borrow(loop, .loop, EventLoop.self), let upstream else { return nil }
  return publish {
    upstream.attach(ValueSubscriber(Debouncing($0, Keeping.self, .init(ms: due_ms), loop, nil)))
  }
}

@_cdecl("streams_receive_on") @implementation
public func streams_receive_on(_ upstream: OpaquePointer?, _ loop: OpaquePointer?) -> OpaquePointer? {
  let upstream = consume(upstream)
  guard let loop = borrow(loop, .loop, EventLoop.self), let upstream else { return nil }
  return publish { upstream.attach(ValueSubscriber(Hopping($0, Keeping.self, loop, nil))) }
}
