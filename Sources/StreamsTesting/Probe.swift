import Streams

/// A publisher moved by hand, which writes down what is asked of it.
///
/// It sends what the test says and nothing else. By default it keeps the contract: it sends only to subscribers whose
/// demand allows it, says so if a value found none, and lets go of a subscriber that cancels or got its completion
/// (C72). A test that needs a bad publisher turns that off (``keepsLaw``) or holds the subscription back
/// (``isLate``).
///
///     let probe = Probe<Int, Never>()
///     probe.map { $0 * 2 }.subscribe(recorder)
///     probe.send(1)
///     probe.asked  // [.request(.unlimited)]
///
/// Threads: one thread at a time, except that `request` and `cancel` may come from any.
public final class Probe<Output, Failure: Error>: Publisher, @unchecked Sendable {
  /// What a subscriber did.
  public enum Asked: Equatable {
    /// Subscribed.
    case subscribe
    /// Asked by `request`.
    case request(Subscribers.Demand)
    /// Demand returned from `receive(_:)`; `.none` is not written down.
    case returned(Subscribers.Demand)
    /// Cancelled.
    case cancel
  }

  private let lock = Lock()
  // Under the lock.
  private var log: [Asked] = []
  private var live: [Line] = []
  private var count = 0

  /// True: the subscription is sent by ``begin()``, not when a subscriber arrives.
  public let isLate: Bool
  /// False: sends whatever it is told to, to every subscriber it ever had: without demand, after cancel, after
  /// the completion.
  public let keepsLaw: Bool
  /// Called for each request, after it was written down: the place for a publisher that answers at once.
  public var onRequest: (Probe, Subscribers.Demand) -> Void = { _, _ in }
  /// Called for each cancel, after it was written down.
  public var onCancel: (Probe) -> Void = { _ in }

  /// A publisher that nobody has subscribed to.
  public init(isLate: Bool = false, keepsLaw: Bool = true) {
    self.isLate = isLate
    self.keepsLaw = keepsLaw
  }

  /// Everything the subscribers did, in order, without ``Asked/subscribe``.
  public var asked: [Asked] { lock.withLock { log }.filter { $0 != .subscribe } }
  /// Everything the subscribers did, in order.
  public var history: [Asked] { lock.withLock { log } }
  /// Takes what was written down so far.
  public func takeHistory() -> [Asked] {
    lock.withLock {
      defer { log = [] }
      return log
    }
  }
  /// How often a subscriber cancelled.
  public var cancelCount: Int { history.count { $0 == .cancel } }
  /// How many subscribers have come.
  public var subscribeCount: Int { lock.withLock { count } }
  /// How many subscribers may still be sent something.
  public var subscriberCount: Int { lock.withLock { live.count } }

  /// What the newest subscriber asked for and has not got.
  public var demand: Subscribers.Demand { lock.withLock { live.last?.demand ?? .none } }

  /// Takes a subscriber and, unless it ``isLate``, sends it its subscription.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let line = Line(
      self,
      Ways(
        begin: { subscriber.receive(subscription: $0) },
        value: { subscriber.receive($0) },
        end: { subscriber.receive(completion: $0) }))
    lock.withLock {
      log.append(.subscribe)
      count += 1
      live.append(line)
    }
    if !isLate { line.begin() }
  }

  /// Sends the subscription to the subscribers that have arrived. A second call sends it again, which breaks C2.
  public func begin() {
    for line in lock.withLock({ live }) { line.begin() }
  }

  /// Sends a value to each subscriber that asked for one.
  /// - Returns: what they returned; nil if there were subscribers and none of them had asked.
  @discardableResult public func send(_ value: Output) -> Subscribers.Demand? {
    let lines = lock.withLock { live }
    var returned: Subscribers.Demand? = lines.isEmpty ? Subscribers.Demand.none : nil
    for line in lines {
      let ways: Ways? = lock.withLock {
        if keepsLaw && line.demand == .none { return nil }
        if line.demand != .none { line.demand -= 1 }
        return line.ways
      }
      guard let ways else { continue }
      let more = ways.value(value)
      returned = (returned ?? .none) + more
      lock.withLock {
        line.demand += more
        if more != .none { log.append(.returned(more)) }
      }
    }
    return returned
  }

  /// Ends the stream for every subscriber, without a failure.
  public func finish() { send(completion: .finished) }
  /// Ends the stream for every subscriber with a failure.
  public func fail(_ failure: Failure) { send(completion: .failure(failure)) }

  /// Ends the stream for every subscriber.
  public func send(completion: Subscribers.Completion<Failure>) {
    let ways: [Ways] = lock.withLock {
      let ways = live.compactMap(\.ways)
      if keepsLaw {
        for line in live { line.ways = nil }
        live = []
      }
      return ways
    }
    for way in ways { way.end(completion) }
  }

  /// Lets go of every subscriber without a word.
  public func dropSubscribers() {
    let gone: [Ways?] = lock.withLock {
      let gone = live.map(\.ways)
      for line in live { line.ways = nil }
      live = []
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// How a subscriber is reached.
  private struct Ways {
    let begin: (any Subscription) -> Void
    let value: (Output) -> Subscribers.Demand
    let end: (Subscribers.Completion<Failure>) -> Void
  }

  /// One subscriber and its demand.
  private final class Line: Subscription, CustomStringConvertible {
    /// The operator may hold its subscription longer than the test holds the probe.
    private(set) weak var probe: Probe?
    // Under the probe's lock. None once the stream is over.
    var ways: Ways?
    var demand = Subscribers.Demand.none

    init(_ probe: Probe, _ ways: Ways) {
      self.probe = probe
      self.ways = ways
    }

    var description: String { "Probe" }

    func begin() { ways?.begin(self) }

    func request(_ demand: Subscribers.Demand) {
      guard let probe else { return }
      probe.lock.withLock {
        self.demand += demand
        probe.log.append(.request(demand))
      }
      probe.onRequest(probe, demand)
    }

    func cancel() {
      guard let probe else { return }
      // The subscriber is released after the lock (C37).
      let gone: (Ways?, [Line]) = probe.lock.withLock {
        probe.log.append(.cancel)
        if !probe.keepsLaw { return (nil, []) }
        defer {
          ways = nil
          probe.live.removeAll { $0 === self }
        }
        return (ways, probe.live)
      }
      withExtendedLifetime(gone) { probe.onCancel(probe) }
    }
  }
}
