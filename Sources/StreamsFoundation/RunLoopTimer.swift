import Foundation
import Streams

/// A repeating timer of Foundation's, on any run loop and from any thread, without what is wrong with it: on Linux a
/// `Timer` keeps itself alive for ever, and with it all that its block keeps.
final class RunLoopTimer: @unchecked Sendable {
  private let home: Home
  private let action: RepeatedAction
  private let timer: Timer

  /// Calls `action` in the run loop's thread at `date` and then every `interval` seconds, which are more than 0.
  init(
    on runLoop: RunLoop, in mode: RunLoop.Mode, at date: Date, every interval: TimeInterval,
    tolerance: TimeInterval = 0, _ action: @escaping () -> Void
  ) {
    let action = RepeatedAction(action)
    home = Home(runLoop)
    self.action = action
    timer = Timer(fire: date, interval: interval, repeats: true) { timer in
      action.run()
      if action.isStopped { Self.end(timer) }
    }
    timer.tolerance = tolerance
    runLoop.add(timer, forMode: mode)
  }

  /// Next at `date`, and then every interval. From any thread. False, and nothing happens, once the loop's thread has
  /// ended.
  @discardableResult func ring(at date: Date) -> Bool {
    guard let runLoop = home.runLoop else { return false }
    // A loop must not go away meanwhile: CoreFoundation does not expect that.
    withExtendedLifetime(runLoop) { timer.fireDate = date }
    return true
  }

  /// From any thread. Lets go of the action at once. False if it was stopped before.
  func stop() -> Bool {
    guard action.stop() else { return false }
    // The loop's thread may be about to call the timer, so it has to be that one that ends it: it is called once more.
    // A loop that is going away is not to be disturbed, and ends its timers by itself.
    if !ring(at: Date()) { Self.forget(timer) }
    return true
  }

  /// In the loop's thread, which then finds at once that it has one timer less.
  func stopHere() { if action.stop() { Self.end(timer) } }

  private static func end(_ timer: Timer) {
    timer.invalidate()
    forget(timer)
  }

  private static func forget(_ timer: Timer) { if isKeptForEver { Unmanaged.passUnretained(timer).release() } }

  /// Whether this Foundation forgets a reference, which we have to take back.
  private static let isKeptForEver: Bool = {
    weak var trial: Timer?
    do {
      let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
      timer.invalidate()
      trial = timer
    }
    guard let trial else { return false }
    Unmanaged.passUnretained(trial).release()
    return true
  }()
}

/// A run loop, as long as its thread lives. It is not kept: it has open files.
struct Home {
  /// The main one lives for ever.
  private let isMain: Bool
  private weak let other: RunLoop?

  init(_ runLoop: RunLoop) {
    isMain = runLoop === RunLoop.main
    other = isMain ? nil : runLoop
  }

  var runLoop: RunLoop? { isMain ? .main : other }
}
