import CLibuv
import Glibc
import Streams
import Synchronization

/// The loop itself. `EventLoop` is what people hold; publishers, subscriptions and the loop's own thread hold this.
///
/// `lock` guards the state, the inbox and the use of `wakeUp` from other threads. All else belongs to the loop's
/// thread.
@usableFromInline package final class Loop: @unchecked Sendable {
  package let uv: UnsafeMutablePointer<uv_loop_t>
  private let isAdopted: Bool
  private let lock = Lock()
  @exclusivity(unchecked) private var state: LoopState
  @exclusivity(unchecked) private var inbox = Ring<Work>()
  /// Counts what was posted.
  package let tally = _Tally()
  @exclusivity(unchecked) private var wakeUp: WakeUp?
  private var thread: pthread_t?
  /// Nobody will join the thread: it looks after itself.
  private var isForsaken = false

  /// The thread the loop runs in, 0 while it does not run.
  private let owner = Atomic<UInt>(0)
  @exclusivity(unchecked) private var alarm: Alarm?
  @exclusivity(unchecked) private var agenda = Agenda<Appointment>()
  /// What the alarm is set for.
  @exclusivity(unchecked) private var alarmDue: Int?
  /// What was taken from the inbox.
  @exclusivity(unchecked) private var underWay = Ring<Work>()
  /// How deep in callbacks the loop's thread is.
  @exclusivity(unchecked) private var depth = 0
  package let residents = Residents()
  /// Closed, and everything that was posted before has run.
  package let isOver = Atomic<Bool>(false)
  /// Handles and requests whose last callback is still to come.
  private let unfinished = Atomic<Int>(0)
  @exclusivity(unchecked) private var isRinging = false

  package init(adopting adopted: UnsafeMutablePointer<uv_loop_t>?) throws(LoopError) {
    isAdopted = adopted != nil
    state = LoopState(isAdopted: isAdopted)
    uv = adopted ?? .allocate(capacity: 1)
    if adopted == nil {
      let code = uv_loop_init(uv)
      guard code == 0 else {
        uv.deallocate()
        throw LoopError(code: code)
      }
    } else {
      owner.store(Loop.thisThread, ordering: .relaxed)
    }
    do throws(LoopError) {
      wakeUp = try WakeUp(on: uv) { [unowned self] in wake() }
      alarm = try Alarm(on: uv) { [unowned self] in ring() }
    } catch {
      wakeUp?.close()
      if adopted == nil {
        uv_run(uv, UV_RUN_DEFAULT)
        uv_loop_close(uv)
        uv.deallocate()
      }
      throw error
    }
    wakeUp!.keepRunning(false)  // C106
    unfinished.store(2, ordering: .relaxed)
  }

  deinit {
    inbox.destroy()
    underWay.destroy()
  }

  // MARK: Threads

  private static var thisThread: UInt { UInt(pthread_self()) }
  package var isCurrent: Bool { owner.load(ordering: .relaxed) == Loop.thisThread }

  package var isRunning: Bool { owner.load(ordering: .relaxed) != 0 }

  /// Everything that must be in the loop's thread says so here.
  package func assertCurrent() { precondition(isCurrent, "this belongs to the loop's thread") }

  /// What libuv calls goes through here. It tells which thread runs an adopted loop.
  package func callback(_ body: () -> Void) {
    if owner.load(ordering: .relaxed) != Loop.thisThread { owner.store(Loop.thisThread, ordering: .relaxed) }
    depth += 1
    body()
    depth -= 1
    if depth == 0, isAdopted, lock.withLock({ state.takeClose() }) { _ = tearDown(isForced: true) }
  }

  // MARK: The inbox

  /// Runs `work` in the loop's thread, after what was posted before. False: the loop is closed, `work` was dropped.
  @discardableResult package func post(_ work: @escaping () -> Void) -> Bool {
    lock.withLock {
      guard state.isOpen else { return false }
      inbox.append(Work(run: work))
      tally.add()
      if inbox.count == 1 { wakeUp?.send() }
      return true
    } && keepRunningForInbox()
  }

  /// Runs `work` at once if this is the loop's thread, else posts it.
  @discardableResult package func perform(_ work: @escaping () -> Void) -> Bool {
    if isCurrent {
      work()
      return true
    }
    return post(work)
  }

  /// In the loop's thread: what is posted must be seen also if nothing else is active. Where another thread posts,
  /// a run of our own looks again before it returns.
  private func keepRunningForInbox() -> Bool {
    if isCurrent { wakeUp?.keepRunning(true) }
    return true
  }

  /// After a change of holds or inbox.
  private func settle() {
    let isKept = lock.withLock { hasMail || state.isHeld }
    wakeUp?.keepRunning(isKept)
  }

  private func wake() {
    callback {
      let isStopping = lock.withLock { state.isStopAsked }
      if isStopping { uv_stop(uv) }
      drain(until: isStopping ? .max : EventLoop.SchedulerTimeType.now.nanoseconds + Loop.patience)
      settle()
    }
  }

  /// How long posted work may keep timers and input waiting: what libuv's timers are off by anyway.
  private static let patience = 1_000_000

  /// Runs what is there now. What comes meanwhile wakes the loop again, and so does what is left when the time is up:
  /// timers and input get their turn (C100, C107).
  private func drain(until end: Int) {
    if runUnderWay(until: end) {
      lock.withLock { swap(&inbox, &underWay) }
      if runUnderWay(until: end) { return }
    }
    wakeUp?.send()
  }

  /// False if something is left.
  private func runUnderWay(until end: Int) -> Bool {
    var left = 16  // the clock costs as much as a small piece of work
    while let work = underWay.popFirst() {
      work.run()
      left -= 1
      if left == 0 {
        if EventLoop.SchedulerTimeType.now.nanoseconds >= end { return underWay.isEmpty }
        left = 16
      }
    }
    return true
  }

  // MARK: Running

  package func run(_ mode: uv_run_mode) throws(LoopError) -> Bool {
    try locked { state throws(LoopError) in try state.run(inOwnThread: false) }
    return runAndRest(mode)
  }

  private func locked<R>(_ change: (inout LoopState) throws(LoopError) -> R) throws(LoopError) -> R {
    let result: Result<R, LoopError> = lock.withLock {
      do throws(LoopError) { return .success(try change(&state)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func runAndRest(_ mode: uv_run_mode) -> Bool {
    owner.store(Loop.thisThread, ordering: .relaxed)
    let hasMore = turn(mode)
    owner.store(0, ordering: .relaxed)
    let isClosing = lock.withLock { state.rest() }
    return isClosing ? !tearDown(isForced: lock.withLock { isForsaken }) : hasMore
  }

  private func turn(_ mode: uv_run_mode) -> Bool {
    while true {
      if lock.withLock({ state.takeStop() }) { return uv_loop_alive(uv) != 0 || lock.withLock { hasMail } }
      settle()
      let isAlive = uv_run(uv, mode) != 0
      if isAlive || mode != UV_RUN_DEFAULT {
        _ = lock.withLock { state.takeStop() }
        return isAlive || lock.withLock { hasMail }
      }
      if lock.withLock({ !hasMail && !state.isStopAsked && !state.isHeld }) { return false }
    }
  }

  /// In the loop's thread, under the lock.
  private var hasMail: Bool { !inbox.isEmpty || !underWay.isEmpty }

  package func start() throws(LoopError) {
    joinIfEnding()
    try locked { state throws(LoopError) in try state.run(inOwnThread: true) }
    // The application's signals are for the application's threads.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    var new = pthread_t()
    let context = Unmanaged.passRetained(self)
    let code = pthread_create(&new, nil, Loop.threadBody, context.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard code == 0 else {
      context.release()
      _ = lock.withLock { state.rest() }
      throw LoopError(code: -code)
    }
    let isForsaken = lock.withLock {
      if !self.isForsaken { thread = new }
      return self.isForsaken
    }
    if isForsaken { pthread_detach(new) }
  }

  private static let threadBody: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    streams_name_thread("streams-loop")
    _ = Unmanaged<Loop>.fromOpaque(context!).takeRetainedValue().runAndRest(UV_RUN_DEFAULT)
    return nil
  }

  /// Waits for a thread that is over or was told to stop. Not from that thread.
  private func joinIfEnding() {
    let thread: pthread_t? = lock.withLock {
      guard let thread = self.thread, state.phase != .running || state.isEnding else { return nil }
      if pthread_equal(thread, pthread_self()) != 0 { return nil }
      self.thread = nil
      return thread
    }
    if let thread { pthread_join(thread, nil) }
  }

  package func stop() throws(LoopError) {
    try locked { state throws(LoopError) in try state.stop() }
    wakeFromOutside()
  }

  package func hold(_ isHeld: Bool) throws(LoopError) {
    try locked { state throws(LoopError) in try state.hold(isHeld) }
    if isCurrent { settle() } else { wakeFromOutside() }
  }

  private func wakeFromOutside() { lock.withLock { wakeUp?.send() } }

  // MARK: Time

  /// Has `appointment` kept in the loop's thread once it is due; nothing is kept early.
  package func schedule(_ appointment: Appointment) {
    assertCurrent()
    guard let alarm, !alarm.isClosed else { return }
    agenda.enter(appointment)
    arm()
  }

  package func unschedule(_ appointment: Appointment) {
    assertCurrent()
    if agenda.remove(appointment) { arm() }
  }

  private func arm() {
    guard let alarm, agenda.nextDue != alarmDue else { return }
    alarmDue = agenda.nextDue
    guard let alarmDue else { return alarm.stop() }
    alarm.set(for: Agenda.milliseconds(of: alarmDue), notAtOnce: isRinging)
  }

  private func ring() {
    callback {
      isRinging = true
      alarmDue = nil
      let now = EventLoop.SchedulerTimeType.now.nanoseconds
      for appointment in agenda.takeDue(at: now) { appointment.keep(at: now) }
      arm()
      isRinging = false
    }
  }

  // MARK: Requests to libuv

  /// A request is under way: the loop cannot be freed before its callback.
  package func beginRequest() {
    unfinished.add(1, ordering: .relaxed)
    liveHandleCount.add(1, ordering: .relaxed)
  }

  package var liveHandles: Int { unfinished.load(ordering: .relaxed) }

  package func endRequest() {
    unfinished.subtract(1, ordering: .relaxed)
    liveHandleCount.subtract(1, ordering: .relaxed)
  }

  // MARK: Closing

  package func close() throws(LoopError) {
    let isCurrent = isCurrent
    let isInside = isCurrent && depth > 0
    switch try locked({ state throws(LoopError) in try state.close(isCurrent: isCurrent, isInside: isInside) }) {
    case .done: return
    case .here:
      joinIfEnding()
      if !tearDown(isForced: false) { throw .busy }
    case .there:
      wakeFromOutside()
      joinIfEnding()
      if lock.withLock({ state.isOpen }) { throw .busy }
    }
  }

  /// Closes as soon as the loop's thread can; never fails. For the last owner's farewell.
  package func closeSoon() {
    let isCurrent = isCurrent
    let isInside = isCurrent && depth > 0
    let isHere: Bool = lock.withLock {
      guard state.isOpen else { return false }
      isForsaken = true
      if let thread, state.phase == .running {
        pthread_detach(thread)
        self.thread = nil
      }
      do throws(LoopError) {
        return try state.close(isCurrent: isCurrent, isInside: isInside) == .here
      } catch {
        state.closeSoon()
        return false
      }
    }
    if isHere {
      joinIfEnding()
      _ = tearDown(isForced: true)
    } else {
      wakeFromOutside()
    }
  }

  /// The phase is `closing`: nothing is posted any more. False if handles that are not ours keep the loop alive.
  private func tearDown(isForced: Bool) -> Bool {
    owner.store(Loop.thisThread, ordering: .relaxed)
    defer { if !isAdopted { owner.store(0, ordering: .relaxed) } }
    if !isForced, !isAdopted, hasForeignHandles {
      lock.withLock { state.reopen() }
      return false
    }
    depth += 1
    drain(until: .max)
    residents.close()
    for appointment in agenda.takeAll() { appointment.drop() }
    depth -= 1
    let wakeUp = lock.withLock {
      defer { self.wakeUp = nil }
      return self.wakeUp
    }
    for handle in [wakeUp, alarm] { handle?.close { [self] in _ = unfinished.subtract(1, ordering: .relaxed) } }
    alarm = nil
    if !isAdopted { freeLoop(isForced: isForced) }
    isOver.store(true, ordering: .releasing)
    lock.withLock { state.finishClosing() }
    return true
  }

  private func freeLoop(isForced: Bool) {
    while liveHandles > 0 { uv_run(uv, UV_RUN_ONCE) }
    if uv_loop_close(uv) == UV_EBUSY.rawValue {
      if isForced { return }  // somebody else's handles are on it, and nobody who could be told
      uv_run(uv, UV_RUN_DEFAULT)  // somebody else's requests and close callbacks
      precondition(uv_loop_close(uv) == 0, "the loop is still in use")
    }
    uv.deallocate()
  }

  private var hasForeignHandles: Bool {
    var open = 0
    withUnsafeMutablePointer(to: &open) {
      uv_walk(
        uv,
        { handle, count in
          if uv_is_closing(handle) == 0 { count!.assumingMemoryBound(to: Int.self).pointee += 1 }
        }, $0)
    }
    return open > 2
  }
}

/// Something to do in the loop's thread. In a struct, since a bare closure in a generic queue is wrapped in another.
private struct Work { let run: () -> Void }
