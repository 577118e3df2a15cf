import Foundation
import Streams
import StreamsFoundation
import StreamsLoop
import Testing

extension EveryScheduler {
  @Suite struct RepeatingCells {  // row 114
    @Test(
      "a repeated action is never early, never overlaps, and stops when it cancels itself (C96)", arguments: Row.timed)
    func repeats(row: Row) throws { try row.tested { repeats(on: $0) } }
    private func repeats(on place: some Place) {
      let clock = place.clock
      let beats = PassthroughSubject<Int, Never>()
      let watch = beats.watched(on: place)
      let token = LateToken()
      let start = clock.now.advanced(by: .milliseconds(5))
      place.hold()  // until the action can find its token
      var turn = 0
      token.store(
        clock.schedule(after: start, interval: .milliseconds(3)) {
          turn += 1
          if turn == 5 { token.cancel() }
          beats.send(turn)
        })
      place.release()
      watch.wait(for: 5)
      place.pass(.milliseconds(20))
      #expect(watch.values == [1, 2, 3, 4, 5])
      watch.expectNothingBefore((0..<5).map { start.advanced(by: .milliseconds($0 * 3)) })
      watch.settle()
    }

    @Test(
      "FD19: a cancel reaches the timer inside flatMap after the outer stream has ended (C62)", arguments: Row.timed)
    func innerTimer(row: Row) throws { try row.tested { innerTimer(on: $0) } }
    private func innerTimer(on place: some Place) {
      let clock = place.clock
      let ticks = Deferred {
        let beats = PassthroughSubject<Int, Never>()
        let token = clock.schedule(after: clock.now, interval: .milliseconds(2)) { beats.send(7) }
        return beats.handleEvents(receiveCancel: { token.cancel() })
      }
      let watch = Just(1).flatMap { _ in ticks }.watched(on: place)
      watch.wait(for: 3)
      place.hold()
      watch.recorder.cancel()
      let count = watch.values.count
      place.release()
      place.pass(.milliseconds(20))
      #expect(watch.values.count == count)
      watch.settle()
    }

    @Test("the loop's timer ticks in the loop's thread, by number, not early")
    func loopTimer() throws {
      let place = try LoopPlace()
      defer { place.end() }
      let start = place.clock.now
      let watch = place.clock.timer(after: .milliseconds(5), every: .milliseconds(3)).prefix(4).watched(on: place)
      watch.waitForEnd()
      #expect(watch.values == [1, 2, 3, 4] && watch.isFinished)
      watch.expectNothingBefore((0..<4).map { start.advanced(by: .milliseconds(5 + $0 * 3)) })
      watch.settle()
    }

    @Test("FD19: a cancel stops the loop's timer inside flatMap (C62)")
    func loopTimerInside() throws {
      let place = try LoopPlace()
      defer { place.end() }
      let watch = Just(1).setFailureType(to: LoopError.self)
        .flatMap { [clock = place.clock] _ in clock.timer(after: .milliseconds(1), every: .milliseconds(1)) }
        .watched(on: place)
      watch.wait(for: 2)
      place.hold()
      watch.recorder.cancel()
      let count = watch.values.count
      place.release()
      place.pass(.milliseconds(20))
      #expect(watch.values.count == count)
      watch.settle()
    }

    @Test("Timer.publish ticks in the run loop's thread, not early, until its connection is cancelled (row 14)")
    func runLoopTimer() {
      let place = RunLoopPlace()
      defer { place.end() }
      let start = place.clock.now
      let timer = Timer.publish(every: 0.003, on: place.clock, in: .default)
      let watch = timer.watched(on: place)
      let connection = timer.connect()
      watch.wait(for: 4)
      place.hold()
      connection.cancel()
      let count = watch.values.count
      place.release()
      place.pass(.milliseconds(20))
      #expect(watch.values.count == count)
      #expect(watch.values == watch.values.sorted())
      watch.expectNothingBefore((1...count).map { start.advanced(by: .milliseconds($0 * 3)) })
      watch.settle()
    }
  }
}

/// A token that an action finds, once it is there.
final class LateToken: @unchecked Sendable {
  private let lock = Lock()
  private var token: (any Cancellable)?
  func store(_ token: any Cancellable) { lock.withLock { self.token = token } }
  func cancel() { lock.withLock { token }?.cancel() }
}
