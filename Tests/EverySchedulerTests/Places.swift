import Foundation
import Streams
import StreamsDispatch
import StreamsFoundation
import StreamsLoop
import StreamsTesting
import Testing

/// An event loop in its own thread.
final class LoopPlace: Place {
  let clock: EventLoop
  private let gate = Gate()

  init() throws {
    clock = try EventLoop()
    try clock.start()
  }

  var isHere: Bool { clock.isCurrent }
  func hold() { gate.close(with: 1) { clock.schedule($0) } }
  func release() { gate.open(for: 1) }
  func end() { try! clock.close() }
}

/// A dispatch queue, serial or concurrent.
final class QueuePlace: Place {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()
  let clock: DispatchQueue

  init(_ attributes: DispatchQueue.Attributes = []) {
    clock = DispatchQueue(label: "every scheduler", attributes: attributes)
    clock.setSpecific(key: Self.key, value: ObjectIdentifier(clock))
  }

  var isHere: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(clock) }
  /// From a barrier: then nothing else is under way.
  func hold() { clock.sync(flags: .barrier) { clock.suspend() } }
  func release() { clock.resume() }
  func end() {}
}

/// An operation queue that runs so many operations at a time.
final class OperationsPlace: Place {
  let clock = OperationQueue()
  private let gate = Gate()

  init(_ width: Int) { clock.maxConcurrentOperationCount = width }

  var isHere: Bool { OperationQueue.current === clock }
  func hold() { gate.close(with: clock.maxConcurrentOperationCount) { clock.addOperation($0) } }
  func release() { gate.open(for: clock.maxConcurrentOperationCount) }
  func end() {}
}

/// A run loop in a thread of its own.
final class RunLoopPlace: Place, @unchecked Sendable {
  private(set) var clock = RunLoop.current
  private var thread = Thread.current
  private var isOver = false
  private let ended = DispatchSemaphore(value: 0)
  private let gate = Gate()

  init() {
    let began = DispatchSemaphore(value: 0)
    let thread = Thread { [self] in
      clock = RunLoop.current
      began.signal()
      // Without timers and sources it does not wait.
      while !isOver { if !RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) { usleep(100) } }
      ended.signal()
    }
    self.thread = thread
    thread.start()
    began.wait()
  }

  var isHere: Bool { Thread.current === thread }
  func hold() { gate.close(with: 1) { clock.schedule($0) } }
  func release() { gate.open(for: 1) }
  func end() {
    clock.schedule { [self] in isOver = true }
    ended.wait()
    thread = Thread.current  // the other one keeps this
  }
}

/// Virtual time: the test's thread moves the clock while it waits.
final class VirtualPlace: Place, @unchecked Sendable {
  let clock = VirtualTime()
  private(set) var isHere = false

  func hold() {}
  func release() {}
  func wait(_ bell: Bell, until condition: () -> Bool) -> Bool {
    isHere = true
    defer { isHere = false }
    for _ in 0..<100_000 where !condition() { clock.advance(by: .milliseconds(1)) }
    return condition()
  }
  func end() {
    clock.advance(by: far + far)
    #expect(clock.waitingCount == 0, "something was left with the scheduler")
  }
}

/// No time at all: everything happens where it is asked for.
final class ImmediatePlace: Place {
  let clock = ImmediateScheduler.shared
  var isHere: Bool { true }
  func hold() {}
  func release() {}
  func wait(_ bell: Bell, until condition: () -> Bool) -> Bool { condition() }
  func end() {}
}
