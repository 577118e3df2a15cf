import CLibuv
import CStreamsSupport

/// libuv's pool of threads, which reads files. It ends with `exit()`, while loops in other threads still run.
enum ThreadPool {
  /// Gives the pool work, or takes it back: what `body` answers, or ECANCELED if there is no pool any more. A thread
  /// that comes while another one ends the process stays here.
  static func use(_ body: () -> Int32) -> Int32 {
    guard streams_pool_enter() else { return UV_ECANCELED.rawValue }
    defer { streams_pool_leave() }
    return body()
  }
}
