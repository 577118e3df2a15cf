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
///     recorder.violations  // []
///
/// Threads: signals may come from any thread, one at a time; read the record when nothing is under way.
public final class Recorder<Input, Failure: Error>: Subscriber, Cancellable {
  /// What reached the subscriber, in order.
  public enum Signal {
    case subscription
    case value(Input)
    case completion(Subscribers.Completion<Failure>)
  }

  public private(set) var signals: [Signal] = []
  /// The broken rules, in words. Empty if the publisher behaved.
  public private(set) var violations: [String] = []
  /// The first subscription; later ones are cancelled (C8).
  public private(set) var subscription: (any Subscription)?
  /// All that was asked for so far, by ``request(_:)`` and by what ``onValue`` returned.
  public private(set) var demanded: Subscribers.Demand = .none
  public private(set) var isCancelled = false

  /// Called when the subscription arrives, after the demand given to `init` was asked for.
  public var onSubscription: (Recorder) -> Void = { _ in }
  /// Called for each value; what it returns is more demand.
  public var onValue: (Recorder, Input) -> Subscribers.Demand = { _, _ in .none }
  /// Called at the end.
  public var onCompletion: (Recorder, Subscribers.Completion<Failure>) -> Void = { _, _ in }
  /// True: a value may arrive inside `receive(_:)` on the same thread, as a subject's nested `send` brings it (C34).
  public var allowsNesting = false

  private let demand: Subscribers.Demand
  /// How many values came: `values` is made anew each time.
  private var count = 0
  /// How many values and completions are under way: more than one is an overlap.
  private let inside = Atomic<Int>(0)

  public init(demand: Subscribers.Demand = .none) { self.demand = demand }

  public var values: [Input] { signals.compactMap { if case .value(let value) = $0 { value } else { nil } } }
  /// The first one that came.
  public private(set) var completion: Subscribers.Completion<Failure>?
  public var isFinished: Bool { if case .finished = completion { true } else { false } }
  public var failure: Failure? { if case .failure(let failure) = completion { failure } else { nil } }

  /// Asks for more. Before the subscription has come this is counted but reaches nobody.
  public func request(_ demand: Subscribers.Demand) {
    demanded += demand
    subscription?.request(demand)
  }

  /// Cancels; whatever comes afterwards is a violation.
  public func cancel() {
    subscription?.cancel()
    isCancelled = true
  }

  /// Lets go of the subscription, to see what else holds it.
  public func dropSubscription() { subscription = nil }

  public func receive(subscription: any Subscription) {
    guard self.subscription == nil, completion == nil else { return subscription.cancel() }
    self.subscription = subscription
    signals.append(.subscription)
    if demand != .none { request(demand) }
    onSubscription(self)
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    enter()
    defer { leave() }
    check(!signals.isEmpty, "C2: a value came before the subscription")
    check(completion == nil, "C40: a value came after the completion")
    check(!isCancelled, "C61: a value came after cancel")
    signals.append(.value(input))
    count += 1
    check(.max(count) <= demanded, "C13: value \(count) came, but only \(demanded) asked for")
    let more = onValue(self, input)
    demanded += more
    return more
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    enter()
    defer { leave() }
    check(!signals.isEmpty, "C2: a completion came before the subscription")
    check(self.completion == nil, "C40: a second completion came")
    check(!isCancelled, "C61: a completion came after cancel")
    signals.append(.completion(completion))
    if self.completion == nil { self.completion = completion }
    onCompletion(self, completion)
  }

  /// The subscription is not counted: values may come inside it (C7).
  private func enter() {
    let depth = inside.add(1, ordering: .acquiringAndReleasing).newValue
    if depth > 1 && !allowsNesting { violations.append("C31: two signals at once") }
  }

  private func leave() { inside.subtract(1, ordering: .acquiringAndReleasing) }

  private func check(_ isKept: Bool, _ rule: @autoclosure () -> String) { if !isKept { violations.append(rule()) } }
}
