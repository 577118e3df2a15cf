import Streams
import Testing

extension EveryScheduler {
  /// Where no time passes, everything is due at once (C95, DETAILS 36). `receive(on:)` and the like are in the other
  /// cells.
  @Suite struct ImmediateCells {
    private let place = ImmediatePlace()
    private let clock = ImmediateScheduler.shared

    private func see<P: Publisher<Int, Never>>(_ make: (PassthroughSubject<Int, Never>) -> P) -> [Int] {
      let subject = PassthroughSubject<Int, Never>()
      let watch = make(subject).watched(on: place)
      for value in 1...3 {
        subject.send(value)
        #expect(watch.values.last == value)  // within the call
      }
      subject.send(completion: .finished)
      #expect(watch.isFinished)
      watch.settle()
      return watch.values
    }

    @Test("debounce, throttle and delay let every value through at once")
    func nothingWaits() {
      #expect(see { $0.debounce(for: 1, scheduler: clock) } == [1, 2, 3])
      #expect(see { $0.throttle(for: 1, scheduler: clock, latest: true) } == [1, 2, 3])
      #expect(see { $0.throttle(for: 1, scheduler: clock, latest: false) } == [1, 2, 3])
      #expect(see { $0.delay(for: 1, scheduler: clock) } == [1, 2, 3])
    }

    @Test("collect gathers until it is full or over: its time is up once, before anything came")
    func collect() {
      let numbers = PassthroughSubject<Int, Never>()
      let byTime = numbers.collect(.byTime(clock, 1)).watched(on: place)
      let byCount = numbers.collect(.byTimeOrCount(clock, 1, 2)).watched(on: place)
      for value in 1...3 { numbers.send(value) }
      numbers.send(completion: .finished)
      #expect(byTime.values == [[1, 2, 3]] && byTime.isFinished)
      #expect(byCount.values == [[1, 2], [3]] && byCount.isFinished)
      for watch in [byTime, byCount] { watch.settle() }
    }

    @Test("timeout is over with its subscription, and does not trap (C94, decision 030)")
    func timeout() {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.timeout(1_000, scheduler: clock).watched(on: place)
      #expect(watch.isFinished && watch.values == [])
      subject.send(1)
      #expect(watch.values == [])
      watch.settle()
    }

    @Test("a repeated action is done once, and its token does nothing")
    func repeating() {
      var count = 0
      let token = clock.schedule(after: clock.now, interval: 1) { count += 1 }
      token.cancel()
      #expect(count == 1)
    }
  }
}
