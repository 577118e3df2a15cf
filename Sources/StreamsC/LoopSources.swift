import CStreams
import Glibc
import Streams
import StreamsLoop

extension EventLoop.SchedulerTimeType.Stride {
  /// What C gives; too many are the longest there is.
  init(ms: UInt64) { self = .milliseconds(Int(clamping: ms)) }
}

extension EventLoop.SchedulerTimeType {
  /// As C counts.
  var ms: Int64 { Int64(nanoseconds / 1_000_000) }
}

extension ValueSubscriber {
  /// For a source of the loop.
  fileprivate func end(_ completion: Subscribers.Completion<LoopError>) {
    switch completion {
    case .finished: self.completion(.finished)
    case .failure(let error): self.completion(.failure(Fault(error)))
    }
  }
}

// These hold the loop that runs, not the object that handles stand for: a publisher does not keep a loop open.

@_cdecl("streams_timer") @implementation
public func streams_timer(_ loop: OpaquePointer?, _ first_ms: UInt64, _ interval_ms: UInt64) -> OpaquePointer? {
  guard let loop = borrow(loop, .loop, EventLoop.self)?.loop else { return nil }
  return publish { downstream in
    let ticking = Ticking(
      on: loop, due: .now.advanced(by: .init(ms: first_ms)), every: interval_ms == 0 ? nil : .init(ms: interval_ms),
      deliver: { downstream.value(.int(Int64($0))) }, complete: { downstream.end($0) })
    downstream.subscription(ticking)
    ticking.start()
  }
}

@_cdecl("streams_fs_read") @implementation
public func streams_fs_read(_ loop: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ chunk: Int) -> OpaquePointer? {
  guard let loop = borrow(loop, .loop, EventLoop.self)?.loop else { return nil }
  guard let path else { return fail(.invalid) }
  // No read gives more than 2 GiB; a chunk has its memory before.
  let chunk = chunk == 0 ? 1 << 16 : min(Int(atMost: chunk), 1 << 30)
  let file = String(cString: path)
  let bytes = Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
  return publish { downstream in
    let envelope = Envelope()
    let reading = FileReading(
      on: loop, file, bytes: bytes, chunk, deliver: { envelope.send($0, downstream) },
      complete: { downstream.end($0) })
    downstream.subscription(reading)
    reading.start()
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
