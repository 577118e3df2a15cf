import Foundation
import Streams

extension Timer {
  /// Publishes the date again and again, the first time after one interval. Starts when it is connected.
  ///
  /// ```swift
  /// let token = Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { print($0) }
  /// ```
  ///
  /// As Combine's, it pays no attention to `tolerance`; use `TimerPublisher.init`. See `TimerPublisher`.
  public static func publish(
    every interval: TimeInterval, tolerance _: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, runLoop: runLoop, mode: mode, options: options)
  }

  /// Publishes the date at each beat of a timer to everyone who is subscribed, the very same date to all.
  ///
  /// - Beats come in the run loop's thread while it runs in `mode`, the first one interval after `connect()`.
  ///   Those that a busy loop has missed are left out, and the beat is kept.
  /// - Each subscriber has a demand of its own; a beat that it has not asked for is dropped for it. A demand of zero is
  ///   allowed, and asks for nothing.
  /// - It never ends. Cancelling the connection stops the timer and drops all subscribers, who are told nothing.
  /// - Each `connect()` starts a timer of its own; the subscribers are dropped with the last. Letting go of a connection
  ///   does not cancel it.
  ///
  /// Threads: everything may be called from any thread. Cost: one timer of Foundation's for each connection.
  /// Differs from Combine: docs/decisions/091.
  public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
    public typealias Output = Date
    public typealias Failure = Never

    /// Seconds between two beats. Below 0.0001 it counts as that.
    public let interval: TimeInterval
    /// How late a beat may come, in seconds, so that the system can do several things at once.
    public let tolerance: TimeInterval?
    public let runLoop: RunLoop
    public let mode: RunLoop.Mode
    public let options: RunLoop.SchedulerOptions?
    private let beat = Beat()

    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) {
      self.interval = interval
      self.tolerance = tolerance
      self.runLoop = runLoop
      self.mode = mode
      self.options = options
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
      beat.attach(subscriber)
    }

    /// Starts a timer. Keep what it returns to stop it.
    public func connect() -> any Cancellable {
      beat.connect { beat in
        let seconds = interval > 0.0001 ? Swift.min(interval, 1_000_000_000) : 0.0001
        return RunLoopTimer(
          on: runLoop, in: mode, at: Date(timeIntervalSinceNow: seconds), every: seconds, tolerance: tolerance ?? 0,
          beat)
      }
    }
  }
}

extension Timer.TimerPublisher: PipelineInLogs {
  public var description: String { "TimerPublisher(interval: \(interval), mode: \(mode.rawValue))" }
}

/// The subscribers of a timer, and its connections.
final class Beat: @unchecked Sendable {
  private let subject = PassthroughSubject<Date, Never>()
  private let lock = Lock()
  // Under the lock.
  private var listeners: [ObjectIdentifier: Listening] = [:]
  private var connections = 0

  func attach<S: Subscriber>(_ subscriber: S) where S.Input == Date, S.Failure == Never {
    subject.receive(subscriber: Renaming(subscriber) { Listening(to: self, by: $0) })
  }

  func add(_ listener: Listening) { lock.withLock { listeners[ObjectIdentifier(listener)] = listener } }
  func remove(_ listener: Listening) { _ = lock.withLock { listeners.removeValue(forKey: ObjectIdentifier(listener)) } }

  func connect(_ start: (@escaping () -> Void) -> RunLoopTimer) -> Connection {
    lock.withLock { connections += 1 }
    let timer = start { [subject] in subject.send(Date()) }
    return Connection(of: self, timer)
  }

  func disconnect() {
    let dropped = lock.withLock {
      connections -= 1
      return connections == 0 ? Array(listeners.values) : []
    }
    for listener in dropped { listener.cancel() }
  }
}

/// What `connect()` returns. Shows as nothing in particular, as in Combine.
final class Connection: Cancellable {
  private let timer: RunLoopTimer
  private let beat: Beat

  init(of beat: Beat, _ timer: RunLoopTimer) {
    self.beat = beat
    self.timer = timer
  }

  func cancel() { if timer.stop() { beat.disconnect() } }
}

/// A subscription to a timer. Shows as nothing in particular, as in Combine.
final class Listening: Subscription {
  private let beat: Beat
  private let inner: any Subscription

  init(to beat: Beat, by inner: any Subscription) {
    self.beat = beat
    self.inner = inner
    beat.add(self)
  }

  func request(_ demand: Subscribers.Demand) { if demand != .none { inner.request(demand) } }  // C15

  func cancel() {
    beat.remove(self)
    inner.cancel()
  }
}
