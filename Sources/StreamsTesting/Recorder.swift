import Streams
import Synchronization

/// A subscriber that writes down what reaches it and checks that the contract was kept.
///
/// It asks for nothing unless told: pass a demand to `init`, or call ``request(_:)``. What ``onValue`` returns is
/// demand as well. Whatever breaks the contract is added to ``violations``, with the number of the rule:
/// a value before the subscription (C2), a value nobody asked for (C13), two signals at once (C31), anything
/// after the completion (C40) or after a cancel (C61).
///
///     let recorder = Recorder<Int, Never>(demand: .max(2))
///     (1...5).publisher.subscribe(recorder)
///     recorder.values      // [1, 2]
///     recorder.ledger      // asked max(2), returned max(0), received 2, outstanding max(0)
///     recorder.violations  // []
///
/// Threads: everything may be called from any thread; a publisher that sends two signals at once is found out. Set the
/// closures before the first signal. They run where the signal came, and may do whatever a subscriber may.
/// Cost: it keeps all that came.
public final class Recorder<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  /// What reached the subscriber, in order.
  public enum Signal {
    /// The first subscription.
    case subscription
    /// A value.
    case value(Input)
    /// An end. There is more than one only if the publisher broke C40.
    case completion(Subscribers.Completion<Failure>)
  }

  /// Called when the subscription arrives, after the demand given to `init` was asked for.
  public var onSubscription: (Recorder) -> Void = { _ in }
  /// Called for each value; what it returns is more demand.
  public var onValue: (Recorder, Input) -> Subscribers.Demand = { _, _ in .none }
  /// Called at the end.
  public var onCompletion: (Recorder, Subscribers.Completion<Failure>) -> Void = { _, _ in }
  /// True: a value may arrive inside `receive(_:)` on the same thread, as a subject's nested `send` brings it (C34).
  public var allowsNesting = false

  private struct Record {
    var signals: [Signal] = []
    var violations: [String] = []
    var subscription: (any Subscription)?
    var ledger = DemandLedger()
    var completion: Subscribers.Completion<Failure>?
    var isCancelled = false

    mutating func check(_ isKept: Bool, _ rule: @autoclosure () -> String) {
      if !isKept { violations.append(rule()) }
    }
  }

  private let demand: Subscribers.Demand
  private let lock = Lock()
  // Under the lock.
  private var record = Record()
  /// How many values and completions are under way: more than one is an overlap.
  private let inside = Atomic<Int>(0)

  /// - Parameter demand: what it asks for when its subscription arrives.
  public init(demand: Subscribers.Demand = .none) { self.demand = demand }

  /// All that came, in order.
  public var signals: [Signal] { lock.withLock { record.signals } }
  /// The values that came, in order.
  public var values: [Input] { signals.compactMap { if case .value(let value) = $0 { value } else { nil } } }
  /// The first completion that came.
  public var completion: Subscribers.Completion<Failure>? { lock.withLock { record.completion } }
  /// Whether it ended without a failure.
  public var isFinished: Bool { if case .finished = completion { true } else { false } }
  /// The failure it ended with.
  public var failure: Failure? { if case .failure(let failure) = completion { failure } else { nil } }

  /// What was asked for, what was returned, what came, and what is still to come.
  public var ledger: DemandLedger { lock.withLock { record.ledger } }
  /// All that was asked for so far, by ``request(_:)`` and by what ``onValue`` returned.
  public var demanded: Subscribers.Demand { ledger.demanded }
  /// The broken rules, in words, each with its number: `C13: value 3 came, but only max(2) asked for`. Empty if the
  /// publisher behaved.
  public var violations: [String] { lock.withLock { record.violations } }
  /// The numbers of the broken rules, in the order of ``violations``: `["C13"]`.
  public var brokenRules: [String] { violations.map { String($0.prefix { $0 != ":" }) } }
  /// The first subscription; later ones are cancelled (C8).
  public var subscription: (any Subscription)? { lock.withLock { record.subscription } }
  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { lock.withLock { record.isCancelled } }

  /// Asks for more. Before the subscription has come this is counted but reaches nobody.
  public func request(_ demand: Subscribers.Demand) {
    let subscription = lock.withLock {
      record.ledger.asked += demand
      return record.subscription
    }
    subscription?.request(demand)
  }

  /// Cancels; whatever comes afterwards is a violation. Call it where values come or when none is under way: one that
  /// another thread is just delivering may still come, and that breaks no rule.
  public func cancel() {
    subscription?.cancel()
    lock.withLock { record.isCancelled = true }
  }

  /// Lets go of the subscription, to see what else holds it.
  public func dropSubscription() {
    let gone = lock.withLock {
      defer { record.subscription = nil }
      return record.subscription
    }
    withExtendedLifetime(gone) {}
  }

  /// Writes the first subscription down and asks for the demand given to `init`; cancels any other.
  public func receive(subscription: any Subscription) {
    let isFirst = lock.withLock {
      guard record.subscription == nil, record.completion == nil else { return false }
      record.subscription = subscription
      record.signals.append(.subscription)
      return true
    }
    guard isFirst else { return subscription.cancel() }
    if demand != .none { request(demand) }
    onSubscription(self)
  }

  /// Writes a value down and returns what ``onValue`` says.
  public func receive(_ input: Input) -> Subscribers.Demand {
    enter()
    defer { leave() }
    lock.withLock {
      check("a value")
      record.signals.append(.value(input))
      record.ledger.received += 1
      let (received, demanded) = (record.ledger.received, record.ledger.demanded)
      record.check(.max(received) <= demanded, "C13: value \(received) came, but only \(demanded) asked for")
    }
    let more = onValue(self, input)
    lock.withLock { record.ledger.returned += more }
    return more
  }

  /// Writes an end down.
  public func receive(completion: Subscribers.Completion<Failure>) {
    enter()
    defer { leave() }
    lock.withLock {
      check("a completion")
      record.signals.append(.completion(completion))
      if record.completion == nil { record.completion = completion }
    }
    onCompletion(self, completion)
  }

  private func check(_ signal: String) {
    record.check(!record.signals.isEmpty, "C2: \(signal) came before the subscription")
    record.check(record.completion == nil, "C40: \(signal) came after the completion")
    record.check(!record.isCancelled, "C61: \(signal) came after cancel")
  }

  /// The subscription is not counted: values may come inside it (C7).
  private func enter() {
    let depth = inside.add(1, ordering: .acquiringAndReleasing).newValue
    if depth > 1 && !allowsNesting { lock.withLock { record.violations.append("C31: two signals at once") } }
  }

  private func leave() { inside.subtract(1, ordering: .acquiringAndReleasing) }
}
