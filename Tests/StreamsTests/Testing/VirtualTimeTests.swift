import Streams
import StreamsTesting
import Testing

@Suite("virtual time")
struct VirtualTimeTests {
  let time = VirtualTime()

  @Test("nothing runs before the clock moves")
  func nothingRunsEarly() {
    var log: [Int] = []
    time.schedule { log.append(1) }
    time.schedule(after: time.now.advanced(by: .seconds(2))) { log.append(2) }
    #expect(log == [])
    time.advance(by: .seconds(0))
    #expect(log == [1])
    time.advance(by: .nanoseconds(1_999_999_999))
    #expect(log == [1])
    time.advance(by: .nanoseconds(1))
    #expect(log == [1, 2])
    #expect(time.now.nanoseconds == 2_000_000_000)
  }

  @Test("work runs in the order of its due times, and for the same time in the order it was scheduled")
  func order() {
    var log: [String] = []
    let start = time.now
    for (name, due) in [("c", 3), ("a", 1), ("b1", 2), ("b2", 2), ("a2", 1)] {
      time.schedule(after: start.advanced(by: .seconds(due))) {
        log.append("\(name) \(time.now.nanoseconds / 1_000_000_000)")
      }
    }
    time.run()
    #expect(log == ["a 1", "a2 1", "b1 2", "b2 2", "c 3"])
    #expect(time.waitingCount == 0)
  }

  @Test("work that work schedules runs in the same advance if it is due")
  func nestedWork() {
    var log: [Int] = []
    time.schedule {
      log.append(1)
      time.schedule { log.append(2) }
      time.schedule(after: time.now.advanced(by: .seconds(1))) { log.append(3) }
      time.schedule(after: time.now.advanced(by: .seconds(3))) { log.append(4) }
    }
    time.advance(by: .seconds(2))
    #expect(log == [1, 2, 3])
  }

  @Test("a repeating action repeats, and stops when it is cancelled from inside (C96)")
  func repeating() {
    var dates: [Int] = []
    var token: (any Cancellable)?
    token = time.schedule(after: time.now.advanced(by: .seconds(1)), interval: .seconds(2)) {
      dates.append(time.now.nanoseconds / 1_000_000_000)
      if dates.count == 3 { token?.cancel() }
    }
    time.run()
    #expect(dates == [1, 3, 5])
    #expect(time.waitingCount == 0)
  }

  @Test("a cancelled action does not run and is let go of at once")
  func cancelled() {
    var token: Token? = Token()
    weak let weakToken = token
    let action = time.schedule(after: time.now.advanced(by: .seconds(1)), interval: .seconds(1)) { [token] in
      withExtendedLifetime(token) { _ = Issue.record("it ran") }
    }
    token = nil
    #expect(weakToken != nil)
    action.cancel()
    #expect(weakToken == nil)
    time.advance(by: .seconds(5))
  }

  @Test("strides are made of everyday units and do not overflow")
  func strides() {
    typealias Stride = VirtualTime.SchedulerTimeType.Stride
    #expect(Stride.seconds(1) == .milliseconds(1_000))
    #expect(Stride.milliseconds(1) == .microseconds(1_000))
    #expect(Stride.microseconds(1) == .nanoseconds(1_000))
    #expect(Stride.seconds(0.5) == .milliseconds(500))
    #expect((2 as Stride) * 3 == 6)
    #expect(Stride.seconds(.max).nanoseconds == .max)
    #expect(time.now.advanced(by: .seconds(.max)).advanced(by: .seconds(.max)).nanoseconds == .max)
  }
}
