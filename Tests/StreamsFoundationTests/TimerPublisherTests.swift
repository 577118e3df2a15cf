import Foundation
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

@Suite struct TimerPublisherTests {
  /// Beats that a publisher sent to one subscriber of its own demand.
  private final class Listener: Subscriber, @unchecked Sendable {
    let dates: Notes<Date>
    let demand: Subscribers.Demand
    nonisolated(unsafe) var subscription: (any Subscription)?
    nonisolated(unsafe) var completions = 0

    init(_ wanted: Int = .max, asking demand: Subscribers.Demand = .unlimited) {
      dates = Notes(wanted)
      self.demand = demand
    }
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(demand)
    }
    func receive(_ date: Date) -> Subscribers.Demand {
      dates.add(date)
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) { completions += 1 }
  }

  private func publisher(_ interval: TimeInterval, _ loop: RunLoop) -> Timer.TimerPublisher {
    Timer.publish(every: interval, on: loop, in: .default)
  }

  @Test func theFirstBeatComesAfterOneInterval() {  // FG4, row 14
    withRunLoop { loop in
      let listener = Listener(3)
      let timer = publisher(0.05, loop)
      timer.subscribe(listener)
      let start = Date()
      let connection = timer.connect()
      #expect(listener.dates.wait())
      connection.cancel()
      for (i, date) in listener.dates.all.enumerated() {
        #expect(date.timeIntervalSince(start) >= 0.05 * Double(i + 1))
      }
    }
  }

  @Test func beatsComeInTheThreadOfTheLoop() {
    withRunLoop { loop in
      let seen = Notes<Bool>(3)
      let token = publisher(0.001, loop).autoconnect().sink { _ in seen.add(RunLoop.current === loop) }
      #expect(seen.wait())
      #expect(seen.all.prefix(3) == [true, true, true])
      token.cancel()
    }
  }

  @Test func nothingComesBeforeItIsConnected() {
    withRunLoop { loop in
      let listener = Listener()
      publisher(0.001, loop).subscribe(listener)
      wait(milliseconds: 20)
      loop.settle()
      #expect(listener.dates.all == [])
      listener.subscription?.cancel()
    }
  }

  @Test func everySubscriberGetsTheSameDateAndHasADemandOfItsOwn() {  // FC14, row 14, details 38
    withRunLoop { loop in
      let timer = publisher(0.002, loop)
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
      let timer = publisher(0.002, loop)
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
      let timer = publisher(0.002, loop)
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

  @Test func cancellingTheConnectionDropsAllSubscribersWithoutAWord() {  // row 14, C72
    withRunLoop { loop in
      let timer = publisher(0.001, loop)
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
      let timer = publisher(0.001, loop)
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
      let timer = publisher(0.02, loop)
      let listener = Listener(2)
      timer.subscribe(listener)
      let connections = [timer.connect(), timer.connect()]
      #expect(listener.dates.wait())
      // Two beats within one interval: there are two timers.
      #expect(listener.dates.all[1].timeIntervalSince(listener.dates.all[0]) < 0.02)
      connections[0].cancel()
      let more = Listener(3)
      timer.subscribe(more)
      #expect(more.dates.wait())
      connections[1].cancel()
    }
  }

  @Test func autoconnectStartsWithTheFirstAndStopsWithTheLast() {
    withRunLoop { loop in
      let timer = publisher(0.001, loop).autoconnect()
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
        token = publisher(0.001, loop).autoconnect().sink {
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
        let timer = publisher(0.001, loop)
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

  @Test func itShowsWhatItWasMadeOf() {  // details 38
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
        let timer = publisher(interval, loop)
        timer.subscribe(listener)
        let connection = timer.connect()
        #expect(listener.dates.wait())
        connection.cancel()
      }
      let never = publisher(.infinity, loop).autoconnect().sink { _ in Issue.record("beat") }
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
