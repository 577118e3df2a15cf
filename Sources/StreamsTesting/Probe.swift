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
    case subscribe
    case request(Subscribers.Demand)
    /// Demand returned from `receive(_:)`; `.none` is not written down.
    case returned(Subscribers.Demand)
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
  public var cancelCount: Int { history.count { $0 == .cancel } }
  public var subscribeCount: Int { lock.withLock { count } }
  /// How many subscribers may still be sent something.
  public var subscriberCount: Int { lock.withLock { live.count } }

  /// What the newest subscriber asked for and has not got.
  public var demand: Subscribers.Demand { lock.withLock { live.last?.demand ?? .none } }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let line = Line(
      self,
      begin: { subscriber.receive(subscription: $0) },
      value: { subscriber.receive($0) },
      end: { subscriber.receive(completion: $0) })
    lock.withLock {
      log.append(.subscribe)
      count += 1
      live.append(line)
    }
    if !isLate { line.begin(line) }
  }

  /// Sends the subscription to the subscribers that have arrived. A second call sends it again, which breaks C2.
  public func begin() {
    for line in lock.withLock({ live }) { line.begin(line) }
  }

  /// Sends a value to each subscriber that asked for one.
  /// - Returns: what they returned; nil if there were subscribers and none of them had asked.
  @discardableResult public func send(_ value: Output) -> Subscribers.Demand? {
    let lines = lock.withLock { live }
    var returned: Subscribers.Demand? = lines.isEmpty ? Subscribers.Demand.none : nil
    for line in lines {
      let isWanted = lock.withLock {
        if keepsLaw && (line.demand == .none || line.isOver) { return false }
        if line.demand != .none { line.demand -= 1 }
        return true
      }
      guard isWanted else { continue }
      let more = line.value(value)
      returned = (returned ?? .none) + more
      lock.withLock {
        line.demand += more
        if more != .none { log.append(.returned(more)) }
      }
    }
    return returned
  }

  public func finish() { send(completion: .finished) }
  public func fail(_ failure: Failure) { send(completion: .failure(failure)) }

  /// Ends the stream for every subscriber.
  public func send(completion: Subscribers.Completion<Failure>) {
    let lines = lock.withLock {
      defer { if keepsLaw { live = [] } }
      for line in live where keepsLaw { line.isOver = true }
      return live
    }
    for line in lines { line.end(completion) }
  }

  /// Lets go of every subscriber without a word.
  public func dropSubscribers() {
    let gone = lock.withLock {
      defer { live = [] }
      return live
    }
    withExtendedLifetime(gone) {}
  }

  /// One subscriber and its demand.
  private final class Line: Subscription, CustomStringConvertible {
    unowned let probe: Probe
    let begin: (Line) -> Void
    let value: (Output) -> Subscribers.Demand
    let end: (Subscribers.Completion<Failure>) -> Void
    // Under the probe's lock.
    var demand = Subscribers.Demand.none
    var isOver = false

    init(
      _ probe: Probe, begin: @escaping (Line) -> Void, value: @escaping (Output) -> Subscribers.Demand,
      end: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
      self.probe = probe
      self.begin = begin
      self.value = value
      self.end = end
    }

    var description: String { "Probe" }

    func request(_ demand: Subscribers.Demand) {
      probe.lock.withLock {
        self.demand += demand
        probe.log.append(.request(demand))
      }
      probe.onRequest(probe, demand)
    }

    func cancel() {
      // The subscriber is released after the lock (C37).
      let gone: [Line] = probe.lock.withLock {
        probe.log.append(.cancel)
        isOver = true
        defer { if probe.keepsLaw { probe.live.removeAll { $0 === self } } }
        return probe.live
      }
      withExtendedLifetime(gone) { probe.onCancel(probe) }
    }
  }
}
