import CLibuv
import CStreams
import StreamsLoop

/// Calls a function of the loop for C: its errors are statuses already. Those that tell of a wrong call are misuse.
private func status(_ function: StaticString = #function, _ body: () throws(LoopError) -> Void) -> Int32 {
  do {
    try body()
    return Status.ok.code
  } catch {
    let status = Status(error.code)
    switch status {
    case .state, .thread, .busy, .unsupported: return misuse(status, error.message, function)
    default: return status.code
    }
  }
}

private func give(_ function: StaticString = #function, _ make: () throws(LoopError) -> EventLoop) -> OpaquePointer? {
  do {
    return StreamsC.give(try make(), .loop, function)
  } catch {
    Slate.mine.set(Fault(error))
    return nil
  }
}

extension Fault {
  init(_ error: LoopError) {
    self.init(code: error.code, error.message)
    isFinal = error == .closed
  }
}

@_cdecl("streams_loop_new") @implementation public func streams_loop_new() -> OpaquePointer? {
  give { () throws(LoopError) in try EventLoop() }
}

@_cdecl("streams_loop_adopt") @implementation
public func streams_loop_adopt(_ uv: UnsafeMutablePointer<uv_loop_s>?) -> OpaquePointer? {
  guard let uv else { return fail(.invalid) }
  return give { () throws(LoopError) in try EventLoop(adopting: uv) }
}

@_cdecl("streams_loop_uv") @implementation public func streams_loop_uv(_ loop: OpaquePointer?) -> UnsafeMutablePointer<
  uv_loop_s
>? {
  guard let loop = borrow(loop, .loop, EventLoop.self) else { return nil }
  return loop._isOver ? fail(.closed) : loop.uv
}

@_cdecl("streams_loop_run") @implementation
public func streams_loop_run(_ loop: OpaquePointer?, _ mode: Int32) -> Int32 {
  guard (0...2).contains(mode) else { return misuse(.invalid) }
  // Not within the use of the handle: the last one may be given up meanwhile, which closes the loop.
  guard let loop = Handles.with(loop, .loop, EventLoop.self, { $0.loop }) else {
    return unknown(loop, "streams_loop_run")
  }
  var hasMore = false
  let result: Int32 = Burst.apart {
    status("streams_loop_run") { () throws(LoopError) in hasMore = try loop.run(uv_run_mode(UInt32(mode))) }
  }
  return result == Status.ok.code && hasMore ? 1 : result
}

@_cdecl("streams_loop_start") @implementation public func streams_loop_start(_ loop: OpaquePointer?) -> Int32 {
  with(loop, .loop, EventLoop.self) { loop in
    status("streams_loop_start") { () throws(LoopError) in try loop.start() }
  }
}

@_cdecl("streams_loop_stop") @implementation public func streams_loop_stop(_ loop: OpaquePointer?) -> Int32 {
  with(loop, .loop, EventLoop.self) { loop in
    status("streams_loop_stop") { () throws(LoopError) in try loop.stop() }
  }
}

@_cdecl("streams_loop_hold") @implementation
public func streams_loop_hold(_ loop: OpaquePointer?, _ hold: Bool) -> Int32 {
  with(loop, .loop, EventLoop.self) { loop in
    status("streams_loop_hold") { () throws(LoopError) in if hold { try loop.hold() } else { try loop.unhold() } }
  }
}

@_cdecl("streams_loop_post") @implementation
public func streams_loop_post(
  _ loop: OpaquePointer?, _ fn: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
  _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> Int32 {
  let context = Context(context, destroy)
  guard let fn else { return misuse(.invalid) }
  return with(loop, .loop, EventLoop.self) { loop in
    status("streams_loop_post") { () throws(LoopError) in try loop.post { fn(context.pointer) } }
  }
}

@_cdecl("streams_loop_close") @implementation public func streams_loop_close(_ loop: OpaquePointer?) -> Int32 {
  with(loop, .loop, EventLoop.self) { loop in
    Burst.apart { status("streams_loop_close") { () throws(LoopError) in try loop.close() } }
  }
}

@_cdecl("streams_loop_is_current") @implementation
public func streams_loop_is_current(_ loop: OpaquePointer?) -> Int32 {
  with(loop, .loop, EventLoop.self) { $0.isCurrent ? 1 : 0 }
}

@_cdecl("streams_loop_now") @implementation
public func streams_loop_now(_ loop: OpaquePointer?, _ out_ms: UnsafeMutablePointer<UInt64>?) -> Int32 {
  with(loop, .loop, EventLoop.self) {
    guard let out_ms else { return misuse(.invalid, nil, "streams_loop_now") }
    out_ms.pointee = UInt64($0.now.ms)
    return Status.ok.code
  }
}

@_cdecl("streams_loop_dup") @implementation public func streams_loop_dup(_ loop: OpaquePointer?) -> OpaquePointer? {
  dup(loop, .loop)
}

@_cdecl("streams_loop_release") @implementation public func streams_loop_release(_ loop: OpaquePointer?) -> Int32 {
  release(loop, .loop, EventLoop.self)
}
