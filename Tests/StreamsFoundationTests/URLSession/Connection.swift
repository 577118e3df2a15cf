import CLibuv
import Streams
import StreamsLoop

/// One connection of the server: reads requests, one after the other, and does what the answer says.
final class Connection: Socket {
  private let loop: EventLoop
  private let answer: (Request) -> Answer
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
  private var received: [UInt8] = []
  /// What is being answered.
  private(set) var underWay: Request?
  private var later: (any Cancellable)?

  init(on loop: EventLoop, acceptedBy listener: ListeningSocket, _ answer: @escaping (Request) -> Answer) throws {
    self.loop = loop
    self.answer = answer
    try super.init(on: loop)
    try Socket.check(uv_accept(listener.stream, stream))
    try Socket.check(
      uv_read_start(
        stream,
        { stream, _, buffer in
          let memory = Connection.of(UnsafeMutableRawPointer(stream)?.assumingMemoryBound(to: uv_stream_t.self)).buffer
          buffer!.pointee = uv_buf_init(memory.baseAddress!.assumingMemoryBound(to: CChar.self), UInt32(memory.count))
        },
        { stream, count, _ in Connection.of(stream).read(count) }))
  }

  deinit { buffer.deallocate() }

  private func read(_ count: Int) {
    if count < 0 { return hangUp() }  // the end, or torn by the client
    received += buffer[..<count]
    next()
  }

  /// Answers the next request that is there, if none is under way.
  private func next() {
    guard underWay == nil, let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
    guard var request = Request(head: String(decoding: received[..<end.lowerBound], as: UTF8.self)) else {
      return hangUp()
    }
    let bodyEnd = end.upperBound + request.bodyLength
    guard received.count >= bodyEnd else { return }
    request.body = String(decoding: received[end.upperBound..<bodyEnd], as: UTF8.self)
    received.removeSubrange(..<bodyEnd)
    underWay = request
    perform(answer(request))
  }

  private func perform(_ answer: Answer) {
    switch answer {
    case .reply(let status, let headers, let body):
      send(Answer.head(status, headers, length: status == 204 ? nil : body.utf8.count) + body)
      done()
    case .chunks(let texts):
      beginChunks()
      for text in texts + [""] { send(Answer.chunk(text)) }
      done()
    case .endless(let milliseconds):
      beginChunks()
      later = loop.schedule(after: loop.now, interval: .milliseconds(milliseconds)) { [unowned self] in
        send(Answer.chunk("more"))
      }
    case .torn(let promised, let sent):
      send(Answer.head(200, [:], length: promised) + sent) { $0.hangUp() }
    case .silence: break
    case .hangUp: hangUp()
    case .reset: hangUp(resetting: true)
    case .later(let milliseconds, let answer):
      // Never again after the first time: `stopWaiting` comes first.
      later = loop.schedule(after: loop.now.advanced(by: .milliseconds(milliseconds)), interval: .seconds(1000)) {
        [unowned self] in
        stopWaiting()
        perform(answer)
      }
    }
  }

  private func beginChunks() { send(Answer.head(200, ["Transfer-Encoding": "chunked"], length: nil)) }

  private func done() {
    underWay = nil
    next()
  }

  private func stopWaiting() {
    later?.cancel()
    later = nil
  }

  func hangUp(resetting: Bool = false) {
    stopWaiting()
    close(resetting: resetting)
  }

  /// The request and what it sends, in one piece of memory.
  private func send(_ text: String, then: ((Connection) -> Void)? = nil) {
    if isClosed { return }
    let header = MemoryLayout<uv_write_t>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: header + text.utf8.count, alignment: 16)
    UnsafeMutableRawBufferPointer(start: memory + header, count: text.utf8.count).copyBytes(from: text.utf8)
    let write = memory.assumingMemoryBound(to: uv_write_t.self)
    write.pointee.data = Unmanaged.passRetained(Written(then)).toOpaque()
    var bytes = uv_buf_init((memory + header).assumingMemoryBound(to: CChar.self), UInt32(text.utf8.count))
    let code = uv_write(write, stream, &bytes, 1) { write, code in
      Connection.of(write!.pointee.handle).sent(write!, code)
    }
    if code < 0 { sent(write, code) }
  }

  private func sent(_ write: UnsafeMutablePointer<uv_write_t>, _ code: Int32) {
    let then = Unmanaged<Written>.fromOpaque(write.pointee.data).takeRetainedValue().then
    UnsafeMutableRawPointer(write).deallocate()
    if code < 0 { hangUp() } else { then?(self) }
  }

  private final class Written {
    let then: ((Connection) -> Void)?
    init(_ then: ((Connection) -> Void)?) { self.then = then }
  }
}
