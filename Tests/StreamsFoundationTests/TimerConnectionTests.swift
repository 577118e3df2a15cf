import Foundation
import Streams
import StreamsFoundation
import Testing

@Suite struct TimerConnectionTests {
  @Test func cancellingTheConnectionDropsAllSubscribersWithoutAWord() {  // row 14, C72
    withRunLoop { loop in
      let timer = everySoOften(0.001, loop)
      let witness = Listener(2)
      weak var dropped: Listener?
      timer.subscribe(witness)
      let connection = timer.connect()
      do {
        let listener = Listener()
        dropped = listener
        timer.subscribe(listener)
        listener.subscription = nil
      }
      #expect(witness.dates.wait())
      #expect(dropped != nil)
      loop.schedule { connection.cancel() }
      loop.settle()
      #expect(dropped == nil)
      let count = witness.dates.all.count
      wait(milliseconds: 10)
      loop.settle()
      #expect(witness.dates.all.count == count && witness.completions == 0)
      connection.cancel()
    }
  }

  @Test func itCanBeConnectedAgain() {
    withRunLoop { loop in
      let timer = everySoOften(0.001, loop)
      timer.connect().cancel()
      let listener = Listener(2)
      timer.subscribe(listener)
      let connection = timer.connect()
      #expect(listener.dates.wait())
      connection.cancel()
    }
  }

  @Test func eachConnectionIsATimerOfItsOwn() {  // row 14, decision 091
    withRunLoop { loop in
      let timer = everySoOften(0.02, loop)
      let listener = Listener(2)
      timer.subscribe(listener)
      let connections = [timer.connect(), timer.connect()]
      #expect(listener.dates.wait())
      connections[0].cancel()
      let more = Listener(3)
      timer.subscribe(more)
      #expect(more.dates.wait())
      connections[1].cancel()
    }
  }

  @Test func autoconnectStartsWithTheFirstAndStopsWithTheLast() {
    withRunLoop { loop in
      let timer = everySoOften(0.001, loop).autoconnect()
      let (a, b) = (Notes<Date>(2), Notes<Date>(2))
      let first = timer.sink { a.add($0) }
      let second = timer.sink { b.add($0) }
      #expect(a.wait() && b.wait())
      first.cancel()
      loop.settle()
      let (counted, going) = (a.all.count, Notes<Date>(2))
      let third = timer.sink { going.add($0) }
      #expect(going.wait())
      #expect(a.all.count == counted)
      second.cancel()
      third.cancel()
      loop.settle()
      let last = going.all.count
      wait(milliseconds: 10)
      loop.settle()
      #expect(going.all.count == last)
    }
  }

  @Test func cancellingFromInsideABeatIsTheLastOfIt() {  // C61
    withRunLoop { loop in
      nonisolated(unsafe) var token: AnyCancellable?
      let seen = Notes<Date>(1)
      loop.schedule {
        token = everySoOften(0.001, loop).autoconnect().sink {
          token?.cancel()
          seen.add($0)
        }
      }
      #expect(seen.wait())
      wait(milliseconds: 10)
      loop.settle()
      #expect(seen.all.count == 1)
      loop.schedule { token = nil }
    }
  }

  @Test func aLoopWithNothingButACancelledTimerEnds() {
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      var token: AnyCancellable?
      token = Timer.publish(every: 0.001, on: .current, in: .default).autoconnect().sink { _ in token?.cancel() }
      RunLoop.current.run()
      withExtendedLifetime(token) {}
      token = nil
      ended.signal()
    }
    thread.start()
    #expect(ended.wait(timeout: patience) == .success)
  }

  @Test func aDroppedConnectionGoesOn() {  // decision 091
    let listener = Listener(3)
    let thread = Thread {
      let loop = RunLoop.current
      loop.schedule {
        let timer = everySoOften(0.001, loop)
        timer.subscribe(listener)
        if timer.connect() is AnyCancellable { Issue.record("dropping it would cancel it") }
      }
      while listener.dates.all.count < 3 { _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
      // Nobody can stop the timer, and Foundation's never go away with their loop: the thread stays.
      while true { sleep(1000) }
    }
    thread.start()
    #expect(listener.dates.wait())
    listener.subscription?.cancel()
  }
}
