import CLibuv
import Synchronization

/// How many libuv handles and requests of this library are alive in the process.
package let liveHandleCount = Atomic<Int>(0)

/// A libuv handle: closed once; its memory lives until the close callback, and it keeps itself alive until then (C104).
/// For the loop's thread only, but for what a subclass allows.
package class Handle {
  package final let handle: UnsafeMutablePointer<uv_handle_t>
  package final private(set) var isClosed = false
  private final var onClosed: (() -> Void)?

  /// Throws what libuv answers; no close callback will come then, so the memory goes at once.
  fileprivate init(size: Int, _ initialise: (UnsafeMutableRawPointer) -> Int32) throws(LoopError) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    handle = memory.assumingMemoryBound(to: uv_handle_t.self)
    let code = initialise(memory)
    guard code == 0 else {
      memory.deallocate()
      throw LoopError(code: code)
    }
    liveHandleCount.add(1, ordering: .relaxed)
    handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
  }

  fileprivate final var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(handle) }

  /// The object behind a pointer that libuv hands to a callback.
  fileprivate static func of(_ pointer: UnsafeMutableRawPointer?) -> Handle {
    let handle = pointer!.assumingMemoryBound(to: uv_handle_t.self)
    return Unmanaged<Handle>.fromOpaque(handle.pointee.data).takeUnretainedValue()
  }

  /// `onClosed` is called once libuv has let go of it. A second close does nothing.
  package final func close(_ onClosed: (() -> Void)? = nil) {
    guard !isClosed else { return }
    isClosed = true
    self.onClosed = onClosed
    uv_close(handle) { pointer in
      let closed = Unmanaged<Handle>.fromOpaque(pointer!.pointee.data).takeRetainedValue()
      let onClosed = closed.onClosed
      closed.onClosed = nil
      closed.raw.deallocate()
      liveHandleCount.subtract(1, ordering: .relaxed)
      onClosed?()
    }
  }

  /// Whether it keeps the loop running while it is active.
  package final func keepRunning(_ isKeeping: Bool) { isKeeping ? uv_ref(handle) : uv_unref(handle) }
}

/// What other threads wake the loop by: the only thing of libuv that they may touch (C100).
final class WakeUp: Handle {
  fileprivate let onWake: () -> Void

  init(on uv: UnsafeMutablePointer<uv_loop_t>, _ onWake: @escaping () -> Void) throws(LoopError) {
    self.onWake = onWake
    try super.init(size: MemoryLayout<uv_async_t>.size) {
      uv_async_init(uv, $0.assumingMemoryBound(to: uv_async_t.self)) { (Handle.of($0) as! WakeUp).onWake() }
    }
  }

  /// From any thread, as long as the loop has not closed it; several calls may make one wake-up.
  func send() { uv_async_send(raw.assumingMemoryBound(to: uv_async_t.self)) }
}

/// A one-shot timer of libuv, in whole milliseconds.
final class Alarm: Handle {
  fileprivate let onDue: () -> Void

  init(on uv: UnsafeMutablePointer<uv_loop_t>, _ onDue: @escaping () -> Void) throws(LoopError) {
    self.onDue = onDue
    try super.init(size: MemoryLayout<uv_timer_t>.size) {
      uv_timer_init(uv, $0.assumingMemoryBound(to: uv_timer_t.self))
    }
  }

  private var timer: UnsafeMutablePointer<uv_timer_t> { raw.assumingMemoryBound(to: uv_timer_t.self) }

  /// Rings once `uv_now` has reached `millisecond`. The loop's time is read anew first, so that work which blocked the
  /// loop does not make it ring early (C107).
  /// `notAtOnce`: from within a timer callback, where libuv would call it again before it looks at input.
  func set(for millisecond: UInt64, notAtOnce: Bool) {
    uv_update_time(handle.pointee.loop)
    let now = uv_now(handle.pointee.loop)
    uv_timer_start(
      timer, { (Handle.of($0) as! Alarm).onDue() }, max(millisecond > now ? millisecond - now : 0, notAtOnce ? 1 : 0), 0
    )
  }

  func stop() { uv_timer_stop(timer) }
}
