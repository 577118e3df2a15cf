import CStreams
import Streams

/// The rule of nearly all operators that react to one value at a time: closures around the rule of each. So they share
/// one `Relay`, which is 3 to 6 KB of code for every rule that it is made for; that costs one indirect call a value.
struct SharedRule: RelayRule {
  let link: Link
  var scale = 1
  var isOverAtOnce = false
  var isEager = false
  let onStep: (Value) throws(Fault) -> Step<Value>
  var onRest: () -> Value? = { nil }
  var onBegin: (any Subscription) -> Void = { _ in }
  var onMore: (Demand) -> Void = { _ in }

  static var name: String { "Relay" }  // the link has the name
  func makeLink() -> Link { link }
  func step(_ input: Value) throws(Fault) -> Step<Value> { try onStep(input) }
  func rest() -> Value? { onRest() }
  func begin(_ subscription: any Subscription) { onBegin(subscription) }
  func delivered(_ output: Value, more: Demand) { onMore(more) }
  func discard(_ output: Value) { output.clear() }
}

extension SharedRule {
  @inline(__always) init<Rule: RelayRule>(_ rule: Rule) where Rule.Input == Value, Rule.Output == Value {
    self.init(State(rule))
  }

  /// For a rule that also looks at the subscription and at what downstream returns.
  @inline(__always) init<Rule: RelayRule>(watching rule: Rule) where Rule.Input == Value, Rule.Output == Value {
    let state = State(rule)
    self.init(state)
    onBegin = { state.value.begin($0) }
    onMore = { state.value.delivered(.null, more: $0) }
  }

  @inline(__always) private init<Rule: RelayRule>(_ state: State<Rule>)
  where Rule.Input == Value, Rule.Output == Value {
    let rule = state.value
    self.init(
      link: rule.makeLink(), scale: rule.scale, isOverAtOnce: rule.isOverAtOnce, isEager: rule.isEager,
      onStep: { input throws(Fault) in
        do { return try state.value.step(input) } catch { throw fault(error) }
      }, onRest: { state.value.rest() })
  }
}

/// The rule of all operators that answer once, in the same way.
struct SharedFold: FoldRule {
  let name: String
  let onTake: (Value) throws(Fault) -> Bool
  let onAnswer: () -> Value?
  let onKnown: () -> Bool

  func take(_ input: Value) throws(Fault) -> Bool { try onTake(input) }
  func answer() -> Value? { onAnswer() }
  var hasAnswer: Bool { onKnown() }
}

extension SharedFold {
  @inline(__always) init<Rule: FoldRule>(_ rule: Rule) where Rule.Input == Value, Rule.Output: Answer {
    let state = State(rule)
    self.init(
      name: rule.name,
      onTake: { input throws(Fault) in
        do { return try state.value.take(input) } catch { throw fault(error) }
      }, onAnswer: { state.value.answer()?.value }, onKnown: { state.value.hasAnswer })
  }
}

/// What a rule keeps. A function of the program's may come back to it, so nothing is checked.
private final class State<Rule> {
  @exclusivity(unchecked) var value: Rule
  init(_ value: Rule) { self.value = value }
}

/// The rules of Streams that run here fail as a function of the program's does, or never.
@inline(__always) private func fault<E: Error>(_ error: E) -> Fault { error as! Fault }

extension Recipe {
  /// Puts a rule between this and a subscriber. What it makes is lent, and cleared after the delivery.
  @inline(never) func attach(
    _ subscriber: ValueSubscriber, below rule: SharedRule, raise: @escaping (Fault) -> Fault = { $0 }
  ) {
    let relay = Relay<SharedRule, Fault, Lend>(Lend(subscriber), rule, raise: raise, thrown: { $0 })
    if rule.isEager { subscriber.subscription(relay.link) }
    attach(ValueSubscriber(relay))
  }

  @inline(never) func attach(_ subscriber: ValueSubscriber, below rule: SharedFold) {
    attach(ValueSubscriber(Fold<SharedFold, Fault, Lend>(Lend(subscriber), rule, raise: { $0 }, thrown: { $0 })))
  }
}

/// Puts an operator that reacts to one value at a time below a publisher.
@inline(__always) func relay<Rule: RelayRule>(
  _ upstream: OpaquePointer?, _ function: StaticString = #function, _ rule: @escaping () -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output == Value {
  guard let upstream = consume(upstream, function) else { return nil }
  return publish({ upstream.attach($0, below: SharedRule(rule())) }, function)
}

/// The same, with a function of the program's.
@inline(__always) func relay<Function, Rule: RelayRule>(
  _ upstream: OpaquePointer?, _ callback: Callback<Function>?, _ function: StaticString = #function,
  _ rule: @escaping (Callback<Function>) -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output == Value {
  guard let (upstream, callback) = consume(upstream, callback, function) else { return nil }
  return publish({ upstream.attach($0, below: SharedRule(rule(callback))) }, function)
}

/// Puts an operator that answers once below a publisher.
@inline(__always) func fold<Rule: FoldRule>(
  _ upstream: OpaquePointer?, _ function: StaticString = #function, _ rule: @escaping () -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output: Answer {
  guard let upstream = consume(upstream, function) else { return nil }
  return publish({ upstream.attach($0, below: SharedFold(rule())) }, function)
}

/// The same, with a function of the program's.
@inline(__always) func fold<Function, Rule: FoldRule>(
  _ upstream: OpaquePointer?, _ callback: Callback<Function>?, _ function: StaticString = #function,
  _ rule: @escaping (Callback<Function>) -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output: Answer {
  guard let (upstream, callback) = consume(upstream, callback, function) else { return nil }
  return publish({ upstream.attach($0, below: SharedFold(rule(callback))) }, function)
}

// The same with a driver for this one rule, where many values pass: it saves 30 to 50 instructions a value.

@inline(__always) func hotRelay<Rule: RelayRule>(
  _ upstream: OpaquePointer?, _ function: StaticString = #function, _ rule: @escaping () -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output == Value {
  guard let upstream = consume(upstream, function) else { return nil }
  return publish({ upstream.attach($0, hot: rule()) }, function)
}

@inline(__always) func hotRelay<Function, Rule: RelayRule>(
  _ upstream: OpaquePointer?, _ callback: Callback<Function>?, _ function: StaticString = #function,
  _ rule: @escaping (Callback<Function>) -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output == Value {
  guard let (upstream, callback) = consume(upstream, callback, function) else { return nil }
  return publish({ upstream.attach($0, hot: rule(callback)) }, function)
}

@inline(__always) func hotFold<Function, Rule: FoldRule>(
  _ upstream: OpaquePointer?, _ callback: Callback<Function>?, _ function: StaticString = #function,
  _ rule: @escaping (Callback<Function>) -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output == Value {
  guard let (upstream, callback) = consume(upstream, callback, function) else { return nil }
  return publish(
    {
      upstream.attach(
        ValueSubscriber(Fold<Rule, Fault, Lend>(Lend($0), rule(callback), raise: { $0 }, thrown: { fault($0) })))
    }, function)
}

extension Recipe {
  @inline(__always) fileprivate func attach<Rule: RelayRule>(_ subscriber: ValueSubscriber, hot rule: Rule)
  where Rule.Input == Value, Rule.Output == Value {
    attach(ValueSubscriber(Relay<Rule, Fault, Lend>(Lend(subscriber), rule, raise: { $0 }, thrown: { fault($0) })))
  }
}

/// What rules answer, as a value.
protocol Answer { var value: Value { get } }
extension streams_value_t: Answer { var value: Value { self } }
extension Int: Answer { var value: Value { .int(Int64(self)) } }
extension Bool: Answer { var value: Value { streams_bool(self) } }
