import Foundation
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

@Suite struct TimerPublisherTests {
  @Test func FG4_theFirstBeatComesAfterOneInterval() {  // row 14
    withRunLoop { loop in
      let listener = Listener(3)
      let timer = everySoOften(0.05, loop)
      timer.subscribe(listener)
      let start = Date()
      let connection = timer.connect()
      #expect(listener.dates.wait())
      connection.cancel()
      for (i, date) in listener.dates.all.enumerated() {
        // The time of day is not the clock that timers go by.
        #expect(date.timeIntervalSince(start) >= 0.049 * Double(i + 1))
      }
    }
  }

  @Test func beatsComeInTheThreadOfTheLoop() {
    withRunLoop { loop in
      let seen = Notes<Bool>(3)
      let token = everySoOften(0.001, loop).autoconnect().sink { _ in seen.add(RunLoop.current === loop) }
      #expect(seen.wait())
      #expect(seen.all.prefix(3) == [true, true, true])
      token.cancel()
    }
  }

  @Test func nothingComesBeforeItIsConnected() {
    withRunLoop { loop in
      let listener = Listener()
      everySoOften(0.001, loop).subscribe(listener)
      wait(milliseconds: 20)
      loop.settle()
      #expect(listener.dates.all == [])
      listener.subscription?.cancel()
    }
  }

  @Test func FC14_everySubscriberGetsTheSameDateAndHasADemandOfItsOwn() {  // row 14, DETAILS 38
    withRunLoop { loop in
      let timer = everySoOften(0.002, loop)
      let (one, two, all) = (Listener(asking: .max(1)), Listener(asking: .max(2)), Listener(5))
      for listener in [one, two, all] { timer.subscribe(listener) }
      let connection = timer.connect()
      #expect(all.dates.wait())
      connection.cancel()
      let dates = all.dates.all
      #expect(one.dates.all == Array(dates.prefix(1)))
      #expect(two.dates.all == Array(dates.prefix(2)))
      for listener in [one, two, all] { #expect(listener.completions == 0) }
    }
  }

  @Test func aBeatThatNobodyAskedForIsDropped() {
    withRunLoop { loop in
      let timer = everySoOften(0.002, loop)
      let (patient, clock) = (Listener(1, asking: .none), Listener(3))
      timer.subscribe(patient)
      timer.subscribe(clock)
      let connection = timer.connect()
      #expect(clock.dates.wait())
      #expect(patient.dates.all == [])
      let asked = Date()
      patient.subscription?.request(.none)  // C15
      patient.subscription?.request(.max(1))
      #expect(patient.dates.wait())
      #expect(patient.dates.all[0] >= asked)
      connection.cancel()
    }
  }

  @Test func aLateSubscriberGetsTheBeatsFromThenOn() {
    withRunLoop { loop in
      let timer = everySoOften(0.002, loop)
      let (early, late) = (Listener(2), Listener(2))
      timer.subscribe(early)
      let connection = timer.connect()
      #expect(early.dates.wait())
      let subscribed = Date()
      timer.subscribe(late)
      #expect(late.dates.wait())
      #expect(late.dates.all[0] >= subscribed)
      connection.cancel()
    }
  }

  @Test func itBeatsInItsModeOnly() {
    let (seen, ended) = (Notes<Date>(), DispatchSemaphore(value: 0))
    let mode = RunLoop.Mode("of its own")
    let thread = Thread {
      let loop = RunLoop.current
      let token = Timer.publish(every: 0.001, on: loop, in: mode).autoconnect().sink { seen.add($0) }
      loop.run(until: Date(timeIntervalSinceNow: 0.01))
      if !seen.all.isEmpty { Issue.record("beat in the default mode") }
      while seen.all.count < 2 { _ = loop.run(mode: mode, before: Date(timeIntervalSinceNow: 0.01)) }
      token.cancel()
      while loop.run(mode: mode, before: Date(timeIntervalSinceNow: 0.01)) {}
      ended.signal()
    }
    thread.start()
    #expect(ended.wait(timeout: patience) == .success)
  }

  @Test func itShowsWhatItWasMadeOf() {  // DETAILS 38
    let made = Timer.TimerPublisher(interval: 2, tolerance: 0.5, runLoop: .main, mode: .common)
    #expect(made.interval == 2 && made.tolerance == 0.5 && made.runLoop === RunLoop.main && made.mode == .common)
    let published = Timer.publish(every: 3, tolerance: 0.5, on: .main, in: .default)
    #expect(published.interval == 3 && published.tolerance == nil && published.options == nil)
    #expect(String(describing: published) == "TimerPublisher(interval: 3.0, mode: kCFRunLoopDefaultMode)")
  }

  @Test func anyIntervalWillDo() {
    withRunLoop { loop in
      for interval in [-1, 0, .nan, 1e-9] {
        let listener = Listener(2)
        let timer = everySoOften(interval, loop)
        timer.subscribe(listener)
        let connection = timer.connect()
        #expect(listener.dates.wait())
        connection.cancel()
      }
      let never = everySoOften(.infinity, loop).autoconnect().sink { _ in Issue.record("beat") }
      loop.settle()
      never.cancel()
    }
  }

  @Test func subscriptionAndConnectionShowAsNothingInParticular() throws {  // reflection
    let timer = Timer.publish(every: 1000, on: .main, in: .default)
    let listener = Listener()
    timer.subscribe(listener)
    let connection = timer.connect()
    for object in [try #require(listener.subscription), connection] as [any Cancellable] {
      #expect(!(object is any CustomStringConvertible))
      #expect(!(object is any CustomReflectable))
      #expect(!(object is any CustomPlaygroundDisplayConvertible))
    }
    connection.cancel()
  }
}
