import CStreams
import Glibc
import Streams

/// Bytes of a chunk that wait for demand.
private struct KeptRest {
  let bytes: UnsafeRawBufferPointer
  let owner: AnyObject?
}

/// How chunks and lines look in C: bytes or text in, text out. A line is only lent, and points into its chunk.
private struct LinesPort: LiningPort {
  typealias Failure = Fault
  let downstream: ValueSubscriber

  static func bytes(of chunk: Value) -> UnsafeRawBufferPointer {
    let span = streams_span_of(chunk)
    return UnsafeRawBufferPointer(start: span.data, count: span.size)
  }

  /// A chunk that is counted is counted up; of another the rest is copied.
  static func keep(_ rest: UnsafeRawBufferPointer, of chunk: Value) -> KeptRest {
    if rest.isEmpty { return KeptRest(bytes: rest, owner: nil) }
    if let block = chunk.block { return KeptRest(bytes: rest, owner: block) }
    let block = Block.copying(rest.baseAddress, rest.count)
    return KeptRest(bytes: UnsafeRawBufferPointer(start: block.data, count: rest.count), owner: block)
  }
  static func bytes(ofKept kept: KeptRest) -> UnsafeRawBufferPointer { kept.bytes }
  // The cutter's memory and the chunk outlive each call.
  static func owner(of chunk: Value) -> AnyObject? { nil }
  static func owner(ofKept kept: KeptRest) -> AnyObject? { nil }

  func begin(_ subscription: any Subscription) { downstream.subscription(subscription) }
  @inline(__always) func deliver(_ line: Line, _ owner: AnyObject?) -> Demand {
    downstream.value(.lying(at: line.start, line.count, Value.text))
  }
  func complete(_ completion: Completion) { downstream.completion(completion) }
  func failure(_ error: LineTooLong) -> Fault { Fault(.limit, error.description) }
}

extension streams_value_t {
  /// The library's own block that counts this text or these bytes; nil if nobody does.
  fileprivate var block: Block? {
    guard isSettled, type & Value.tag == Value.lentTag, Types.isOurs(descriptor) else { return nil }
    return pointer.unsafelyUnwrapped.assumingMemoryBound(to: Slice.self).pointee.block.takeUnretainedValue()
  }
}

/// Lets bytes and text through and fails for anything else.
private final class Spans: Port {
  func receive(_ input: Value) -> Demand {
    switch streams_kind_of(input) {
    case STREAMS_KIND_BYTES, STREAMS_KIND_STRING: return downstream.value(input)
    default:
      stop(.failure(Fault(.kind, "lines are cut from bytes or text")))
      return .none
    }
  }
}

/// What upstream sees of `lines`.
private struct LinesInlet: Subscriber {
  let lining: Lining<LinesPort>
  let combineIdentifier = CombineIdentifier()
  func receive(subscription: any Subscription) { lining.begin(subscription) }
  @inline(__always) func receive(_ chunk: Value) -> Demand { lining.take(chunk) }
  func receive(completion: Completion) { lining.end(completion) }
}

@_cdecl("streams_lines") @implementation
public func streams_lines(_ upstream: OpaquePointer?, _ max_length: Int) -> OpaquePointer? {
  let most = max_length == 0 ? 16 << 20 : Int(atMost: max_length)
  guard let upstream = consume(upstream) else { return nil }
  return publish {
    let cutter = LineCutter(maximumLength: most, dropsReturns: false)
    let inlet = ValueSubscriber(side: LinesInlet(lining: Lining(LinesPort(downstream: $0), cutter)))
    let spans = Spans("Lines", inlet, Context(nil, nil))
    upstream.attach(
      ValueSubscriber(
        value: { spans.receive($0) }, completion: { spans.end($0) }, subscription: { spans.begin($0) }))
  }
}
