import CStreams
import Streams
import StreamsLoop

/// What a C pipeline is to a publisher of the loop.
private final class Inlet<Input>: Subscriber {
  typealias Failure = LoopError
  private let downstream: ValueSubscriber
  private let send: (Input, ValueSubscriber) -> Demand

  init(_ downstream: ValueSubscriber, _ send: @escaping (Input, ValueSubscriber) -> Demand) {
    self.downstream = downstream
    self.send = send
  }

  func receive(subscription: any Subscription) { downstream.subscription(subscription) }
  func receive(_ input: Input) -> Demand { send(input, downstream) }
  func receive(completion: Subscribers.Completion<LoopError>) {
    switch completion {
    case .finished: downstream.completion(.finished)
    case .failure(let error): downstream.completion(.failure(Fault(error)))
    }
  }
}

extension EventLoop.SchedulerTimeType.Stride {
  /// What C gives; too many are the longest there is.
  init(ms: UInt64) { self = .milliseconds(Int(clamping: ms)) }
}

@_cdecl("streams_timer") @implementation
public func streams_timer(_ loop: OpaquePointer?, _ first_ms: UInt64, _ interval_ms: UInt64) -> OpaquePointer? {
  guard let loop = borrow(loop, .loop, EventLoop.self) else { return nil }
  let timer = loop.timer(
    after: .init(ms: first_ms), every: interval_ms == 0 ? nil : EventLoop.SchedulerTimeType.Stride(ms: interval_ms))
  return publish { timer.receive(subscriber: Inlet($0) { $1.value(.int(Int64($0))) }) }
}

@_cdecl("streams_fs_read") @implementation
public func streams_fs_read(_ loop: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ chunk: Int) -> OpaquePointer? {
  guard let loop = borrow(loop, .loop, EventLoop.self) else { return nil }
  guard let path, chunk >= 0 else { return fail(.invalid) }
  let reader = loop.readFile(String(cString: path), chunkSize: chunk == 0 ? 1 << 16 : chunk)
  return publish {
    let envelope = Envelope()
    reader.receive(subscriber: Inlet($0) { bytes, downstream in envelope.send(bytes, downstream) })
  }
}

/// Gives C a chunk as bytes that are counted. One block serves for all chunks, unless somebody keeps it.
private final class Envelope {
  @exclusivity(unchecked) private nonisolated(unsafe) var block = Block.around(nil, 0)

  func send(_ bytes: Bytes, _ downstream: ValueSubscriber) -> Demand {
    if !isKnownUniquelyReferenced(&block) { block = Block.around(nil, 0) }
    bytes.withUnsafeBytes { block.wrap($0, bytes.owner) }
    let more = downstream.value(block.lent(Types.bytes))
    // If nobody keeps it, the reader may use the chunk again.
    if isKnownUniquelyReferenced(&block) { block.wrap(UnsafeRawBufferPointer(start: nil, count: 0), nil) }
    return more
  }
}
