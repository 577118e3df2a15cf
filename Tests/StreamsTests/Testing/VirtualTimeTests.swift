import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite("virtual time")
struct VirtualTimeTests {
  let time = VirtualTime()

  private final class Count: Sendable {
    let value = Atomic<Int>(0)
  }

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

  @Test("arithmetic at the ends of time clamps")
  func clamping() {
    typealias Stride = VirtualTime.SchedulerTimeType.Stride
    let (long, back) = (Stride(nanoseconds: .max), Stride(nanoseconds: .min))
    #expect(long + 1 == long && back - 1 == back)
    #expect(back + back == back && long - back == long)
    #expect(long * 2 == long && long * -2 == back && back * back == long)
    #expect(Stride.seconds(0.1) * 30 == 3 && (-2 as Stride) * 0.25 == -0.5)
    #expect(Stride.seconds(1e300) == long && Stride.seconds(-1e300) == back && Stride.seconds(.nan) == 0)
    #expect(Stride(exactly: UInt64.max) == nil && Stride(exactly: Int.max / 2) == nil && Stride(exactly: 3) == 3)
    #expect(Stride.milliseconds(.min) == back && Stride.microseconds(.max) == long)
    let (first, last) = (time.now.advanced(by: back), time.now.advanced(by: long))
    #expect(first.advanced(by: -1) == first && last.advanced(by: 1) == last)
    #expect(first.distance(to: last) == long && last.distance(to: first) == back)
    #expect(time.now.distance(to: time.now.advanced(by: 5)) == 5)
  }

  @Test("what is due at the end of time runs there, and a repeating action stops")
  func endOfTime() {
    var count = 0
    let token = time.schedule(after: time.now.advanced(by: .seconds(1)), interval: .seconds(.max)) { count += 1 }
    time.advance(by: .seconds(.max))
    #expect(count == 2)
    time.run()
    #expect(count == 2 && time.waitingCount == 0)
    token.cancel()
  }

  @Test("of 20,000 pieces of work in random order each runs once, in order, but for those that were cancelled")
  func manyInOrder() {
    var random = SystemRandomNumberGenerator()
    var (seen, wanted): ([Int], [Int]) = ([], [])
    var tokens: [any Cancellable] = []
    for _ in 0..<20_000 {
      let due = Int.random(in: 0..<1_000, using: &random)
      let date = time.now.advanced(by: .nanoseconds(due))
      if due.isMultiple(of: 2) {
        wanted.append(due)
        time.schedule(after: date) { seen.append(due) }
      } else {
        tokens.append(time.schedule(after: date, interval: 1) { seen.append(due) })
      }
    }
    for token in tokens.shuffled() { token.cancel() }
    #expect(time.waitingCount == wanted.count)
    time.run()
    #expect(seen == wanted.sorted())
  }

  @Test("work is scheduled and cancelled from many threads while the clock moves")
  func threads() async {
    let ran = Count()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [time] in
          for turn in 0..<500 {
            time.schedule(after: time.now.advanced(by: .nanoseconds(turn))) { ran.value.add(1, ordering: .relaxed) }
            let token = time.schedule(after: time.now, interval: 1) {}
            token.cancel()
          }
        }
      }
      group.addTask { [time] in for _ in 0..<500 { time.advance(by: .nanoseconds(1)) } }
    }
    time.run()
    #expect(ran.value.load(ordering: .relaxed) == 2_000)
    #expect(time.waitingCount == 0)
  }

  @Test("neither work that waits nor a token keeps the clock")
  func ownership() {
    var time: VirtualTime? = VirtualTime()
    weak let weakTime = time
    let token = time!.schedule(after: time!.now, interval: 1) {}
    time!.schedule(after: time!.now) {}
    time = nil
    #expect(weakTime == nil)
    token.cancel()
  }
}
