import Streams
import StreamsTesting
import Synchronization

/// An asynchronous sequence of 1, 2, 3, ..., which counts how often it is asked and how many iterators there are. It
/// waits for nothing. Whoever reads it on goes on where the one before stopped.
final class Drawn<Failure: Error>: AsyncSequence, Sendable {
  /// nil: it has no end.
  let count: Int?
  /// What it ends with, if not with nil.
  let failure: Failure?
  private let pulls = Atomic(0)
  private let made = Atomic(0)
  private let gone = Atomic(0)

  init(_ count: Int? = nil, failure: Failure? = nil) {
    self.count = count
    self.failure = failure
  }

  /// How often `next()` was called.
  var pulled: Int { pulls.load(ordering: .acquiring) }
  var iteratorCount: Int { made.load(ordering: .acquiring) }
  /// How many iterators are alive.
  var liveCount: Int { made.load(ordering: .acquiring) - gone.load(ordering: .acquiring) }

  func makeAsyncIterator() -> Iterator {
    made.add(1, ordering: .acquiringAndReleasing)
    return Iterator(self)
  }

  /// A class, to see when it goes.
  final class Iterator: AsyncIteratorProtocol {
    private let source: Drawn
    init(_ source: Drawn) { self.source = source }
    deinit { source.gone.add(1, ordering: .acquiringAndReleasing) }

    func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Failure) -> Int? {
      let number = source.pulls.add(1, ordering: .acquiringAndReleasing).newValue
      guard let count = source.count, number > count else { return number }
      if let failure = source.failure { throw failure }
      return nil
    }
    func next() async throws(Failure) -> Int? { try await next(isolation: nil) }
  }
}

/// A recorder of what comes from a task.
final class Watch<Failure: Error>: @unchecked Sendable {
  let recorder: Recorder<Int, Failure>
  private let ends: AsyncStream<Void>

  init(_ publisher: some Publisher<Int, Failure>, demand: Subscribers.Demand = .none) {
    recorder = Recorder(demand: demand)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    self.ends = ends
    recorder.onCompletion = { _, _ in end.finish() }
    publisher.subscribe(recorder)
  }

  var outlet: AsyncOutlet { recorder.subscription as! AsyncOutlet }

  /// Waits until the task waits to be asked.
  func parked() async { while !outlet.demand.isAwaited { await Task.yield() } }

  /// Waits for the end of the stream.
  func ended() async { for await _ in ends {} }
}

/// Waits for what another task brings about.
func until(_ isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

/// Counts those that are alive.
final class Live: Sendable {
  fileprivate let alive = Atomic(0)
  var count: Int { alive.load(ordering: .acquiring) }
}

/// One of them.
final class Tracked: Sendable {
  private let live: Live
  init(_ live: Live) {
    self.live = live
    live.alive.add(1, ordering: .acquiringAndReleasing)
  }
  deinit { live.alive.subtract(1, ordering: .acquiringAndReleasing) }
}
