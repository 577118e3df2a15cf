import Foundation
import Streams

/// What waits for a run loop: work to be done as soon as possible, and work with a date. One timer wakes the loop for
/// all of it, from whatever thread it comes; nothing else of Foundation's would.
///
/// The timer is there only while something waits, since it keeps `RunLoop.run()` from returning. Work is not done inside
/// its callback but after it, as a performed block: so a run loop that the work itself runs can do other work.
final class RunLoopAgenda: @unchecked Sendable {
  /// Counts what is posted.
  let tally = _Tally()
  private let home: Home
  private let lock = Lock()
  // Under the lock.
  private var dated = Agenda<RunLoopWork>()
  private var posted = Ring<() -> Void>()
  private var timer: RunLoopTimer?

  private init(_ runLoop: RunLoop) { home = Home(runLoop) }

  deinit { posted.destroy() }

  /// Does `action` as soon as possible, after what was posted before.
  func post(_ action: @escaping () -> Void) {
    lock.withLock {
      posted.append(action)
      tally.add()
      if posted.count == 1 { wake(at: Date()) }
    }
  }

  /// Does `action` at `date`, and then every so many seconds if asked.
  @discardableResult
  func enter(at date: Date, every interval: TimeInterval?, _ action: @escaping () -> Void) -> RunLoopWork {
    let work = RunLoopWork(self, at: date.nanoseconds, every: interval.map { .nanoseconds(seconds: $0) }, action)
    lock.withLock {
      dated.enter(work)
      if posted.isEmpty, dated.nextDue == work.due { wakeForNext() }  // else it is awake soon, and looks then
    }
    return work
  }

  func cancel(_ work: RunLoopWork) {
    // Let go of the action outside the lock (C37).
    let action = lock.withLock {
      defer { work.action = nil }
      // The loop is to find out that nothing waits any more.
      if dated.remove(work), dated.isEmpty, posted.isEmpty { wake(at: Date()) }
      return work.action
    }
    withExtendedLifetime(action) {}
  }

  /// Does what is due, and what was posted before this call. In the loop's thread.
  private func turn() {
    let now = Date().nanoseconds
    let count = lock.withLock { posted.count }
    while let action = lock.withLock({ takeNext(at: now) }) { action() }
    for _ in 0..<count {
      guard let action = lock.withLock({ posted.popFirst() }) else { break }
      action()
    }
    lock.withLock { settle() }
  }

  /// The next action that is due. A repeated one is entered again before it runs: it may cancel itself (C96).
  private func takeNext(at now: Int) -> (() -> Void)? {
    guard let work = dated.takeNext(at: now) else { return nil }
    guard let interval = work.interval else { return work.action.take() }
    work.due = work.due.nextTurn(every: interval, now: now)
    dated.enter(work)
    return work.action
  }

  private func settle() {
    if !posted.isEmpty {
      wake(at: Date())
    } else if !dated.isEmpty {
      wakeForNext()
    } else {
      timer.take()?.stopHere()
    }
  }

  private func wakeForNext() { wake(at: Date(nanoseconds: max(dated.nextDue ?? 0, Date().nanoseconds))) }

  private func wake(at date: Date) {
    if let timer {
      timer.ring(at: date)
      return
    }
    guard let runLoop = home.runLoop else { return }
    // The interval is of no use but that a timer with one does not end by itself.
    timer = RunLoopTimer(on: runLoop, in: .default, at: date, every: 1_000_000_000) {
      self.home.runLoop?.perform(inModes: [.default]) { self.turn() }
    }
  }

  /// The loop is gone, and nobody will do what waits.
  private func abandon() {
    var rest = lock.withLock {
      defer { (posted, timer) = (Ring(), nil) }
      return (dated: dated.takeAll().map { $0.action.take() }, posted: posted, timer: timer)
    }
    rest.dated = []
    rest.posted.destroy()
    _ = rest.timer?.stop()
  }

  // MARK: whose it is

  private static let lock = Lock()
  /// Under the lock. Those of run loops that are gone are let go of when another run loop gets one.
  private nonisolated(unsafe) static var all: [ObjectIdentifier: RunLoopAgenda] = [:]

  static func of(_ runLoop: RunLoop) -> RunLoopAgenda {
    let key = ObjectIdentifier(runLoop)
    var gone: [RunLoopAgenda] = []
    defer { for agenda in gone { agenda.abandon() } }  // outside the lock (C37)
    return lock.withLock {
      if let agenda = all[key], agenda.home.runLoop === runLoop { return agenda }
      // Each is looked at once: a loop may go meanwhile.
      for (key, agenda) in all where agenda.home.runLoop == nil {
        gone.append(agenda)
        all[key] = nil
      }
      let agenda = RunLoopAgenda(runLoop)
      all[key] = agenda
      return agenda
    }
  }
}

/// Work with a date. All of it belongs to the agenda's lock.
final class RunLoopWork: Dated, @unchecked Sendable {
  private let agenda: RunLoopAgenda
  let interval: Int?
  fileprivate(set) var due: Int
  fileprivate(set) var action: (() -> Void)?
  var order: UInt64 = 0
  var slot = -1

  init(_ agenda: RunLoopAgenda, at due: Int, every interval: Int?, _ action: @escaping () -> Void) {
    self.agenda = agenda
    self.due = due
    self.interval = interval
    self.action = action
  }

  func cancel() { agenda.cancel(self) }
}
