import CLibuv
import StreamsLoop

/// A TCP handle of libuv: closed once, and alive until libuv has let go of it. For the loop's thread, or while nobody
/// runs the loop.
class Socket {
  let tcp: UnsafeMutablePointer<uv_tcp_t>
  private(set) final var isClosed = false
  /// Once libuv has let go.
  final var onClosed: () -> Void = {}

  init(on loop: EventLoop) throws {
    tcp = .allocate(capacity: 1)
    let code = uv_tcp_init(loop.uv, tcp)
    guard code == 0 else {
      tcp.deallocate()
      throw LoopError(code: code)
    }
    tcp.pointee.data = Unmanaged.passRetained(self).toOpaque()
  }

  final func close(resetting: Bool = false) {
    if isClosed { return }
    isClosed = true
    let closed: uv_close_cb = { handle in
      let socket = Unmanaged<Socket>.fromOpaque(handle!.pointee.data).takeRetainedValue()
      socket.tcp.deallocate()
      socket.onClosed()
      socket.onClosed = {}
    }
    if resetting { uv_tcp_close_reset(tcp, closed) } else { uv_close(handle, closed) }
  }

  static func check(_ code: Int32) throws { if code < 0 { throw LoopError(code: code) } }

  private var handle: UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_handle_t.self)
  }

  final var stream: UnsafeMutablePointer<uv_stream_t> {
    UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_stream_t.self)
  }

  /// The object behind what libuv hands to a callback.
  static func of(_ stream: UnsafeMutablePointer<uv_stream_t>?) -> Self {
    unsafeDowncast(Unmanaged<Socket>.fromOpaque(stream!.pointee.data).takeUnretainedValue(), to: Self.self)
  }
}

/// Hears of those who connect.
final class ListeningSocket: Socket {
  private(set) var port = 0
  private let onConnection: () -> Void

  /// On 127.0.0.1, at a port that is free.
  init(on loop: EventLoop, onConnection: @escaping () -> Void) throws {
    self.onConnection = onConnection
    try super.init(on: loop)
    var address = sockaddr_in()
    try Socket.check(uv_ip4_addr("127.0.0.1", 0, &address))
    var length = Int32(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) {
      try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try Socket.check(uv_tcp_bind(tcp, $0, 0))
        try Socket.check(uv_listen(stream, 64) { stream, _ in ListeningSocket.of(stream).onConnection() })
        try Socket.check(uv_tcp_getsockname(tcp, $0, &length))
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
  }
}
