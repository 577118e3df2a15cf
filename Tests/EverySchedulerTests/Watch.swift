import Streams
import StreamsTesting
import Testing

/// A recorder that also notes when each value came, and whether it came where it should.
final class Watch<Output, Failure: Error, Spot: Place>: @unchecked Sendable {
  let recorder: Recorder<Output, Failure>
  let place: Spot
  /// Called after each value was noted; what it returns is more demand.
  var onValue: (Output) -> Subscribers.Demand = { _ in .none }
  private let bell = Bell()
  private let lock = Lock()
  // Under the lock.
  private var moments: [Spot.Moment] = []
  private var strays = 0
  private var ends = 0

  init(_ place: Spot, demand: Subscribers.Demand) {
    self.place = place
    recorder = Recorder(demand: demand)
    recorder.onValue = { [weak self] _, value in self?.note(value) ?? .none }
    recorder.onCompletion = { [weak self] _, _ in self?.noteEnd() }
  }

  private func note(_ value: Output) -> Subscribers.Demand {
    let now = place.clock.now
    lock.withLock {
      moments.append(now)
      if !place.isHere { strays += 1 }
    }
    defer { bell.ring() }
    return onValue(value)
  }

  private func noteEnd() {
    lock.withLock {
      ends += 1
      if !place.isHere { strays += 1 }
    }
    bell.ring()
  }

  var values: [Output] { recorder.values }
  var isFinished: Bool { recorder.isFinished }
  /// When each value came.
  var times: [Spot.Moment] { lock.withLock { moments } }

  /// Waits for values: the test fails if they do not come.
  func wait(for count: Int, at location: SourceLocation = #_sourceLocation) {
    let came = place.wait(bell) { lock.withLock { moments.count } >= count }
    #expect(came, "\(count) values did not come, but \(values)", sourceLocation: location)
  }

  func waitForEnd(at location: SourceLocation = #_sourceLocation) {
    let came = place.wait(bell) { lock.withLock { ends } > 0 }
    #expect(came, "no end came, but \(values)", sourceLocation: location)
  }

  /// No value came before its time.
  func expectNothingBefore(_ due: [Spot.Moment], at location: SourceLocation = #_sourceLocation) {
    for (time, due) in zip(times, due) {
      #expect(due.distance(to: time) >= .seconds(0), "a value came early", sourceLocation: location)
    }
  }

  /// The contract was kept and all that came came here. Then it is cancelled, if that is still to be done.
  func settle(at location: SourceLocation = #_sourceLocation) {
    #expect(recorder.violations == [], sourceLocation: location)
    #expect(lock.withLock { strays } == 0, "something came elsewhere", sourceLocation: location)
    if recorder.completion == nil && !recorder.isCancelled { recorder.cancel() }
  }
}

extension Publisher {
  /// Subscribes somebody who notes everything.
  func watched<Spot: Place>(
    on place: Spot, demand: Subscribers.Demand = .unlimited,
    _ onValue: @escaping (Output) -> Subscribers.Demand = { _ in .none }
  ) -> Watch<Output, Failure, Spot> {
    let watch = Watch<Output, Failure, Spot>(place, demand: demand)
    watch.onValue = onValue
    subscribe(watch.recorder)
    return watch
  }
}
