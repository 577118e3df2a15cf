import Measuring
import Streams

// The sink's closure is written in each row: one that all rows share would cost a call more.

/// What a sink adds to: a class, so that its closure captures one reference.
final class Sum {
  @exclusivity(unchecked) var value = 0
  init() {}
  @inline(__always) func add(_ other: Int) { value &+= other }
}

/// Takes `count` numbers through what `subscribe` made a sink of.
@inline(__always) func drained(_ count: Int, _ subscribe: (Numbers, Sum) -> AnyCancellable) -> Int {
  let sum = Sum()
  let token = subscribe(Numbers(count), sum)
  withExtendedLifetime(token) {}
  return sum.value
}

/// Sends `count` numbers to a subject that `subscribe` made a sink of.
@inline(__always)
func fed(_ count: Int, _ subscribe: (PassthroughSubject<Int, Never>, Sum) -> AnyCancellable) -> Int {
  let subject = PassthroughSubject<Int, Never>()
  let sum = Sum()
  let token = subscribe(subject, sum)
  for number in 0..<count { subject.send(number) }
  withExtendedLifetime(token) {}
  return sum.value
}

/// Sends `count` numbers in all to two subjects, by turns.
@inline(__always)
func fedByTurns(
  _ count: Int,
  _ subscribe: (PassthroughSubject<Int, Never>, PassthroughSubject<Int, Never>, Sum) -> AnyCancellable
) -> Int {
  let first = PassthroughSubject<Int, Never>()
  let second = PassthroughSubject<Int, Never>()
  let sum = Sum()
  let token = subscribe(first, second, sum)
  for number in 0..<(count / 2) {
    first.send(number)
    second.send(number)
  }
  withExtendedLifetime(token) {}
  return sum.value
}

/// Subscribes to a subject and cancels, `count` times.
@inline(__always)
func subscribed(_ count: Int, _ subscribe: (PassthroughSubject<Int, Never>, Sum) -> AnyCancellable) -> Int {
  let subject = PassthroughSubject<Int, Never>()
  let sum = Sum()
  for _ in 0..<count { subscribe(subject, sum).cancel() }
  return sum.value
}

/// A subscriber that asks for one value at a time.
final class OneByOne<Input>: Subscriber {
  typealias Failure = Never
  let last = Last<Input>()
  init() {}
  var received: Int { last.count }
  func receive(subscription: any Subscription) { subscription.request(.max(1)) }
  func receive(_ input: Input) -> Subscribers.Demand {
    last.keep(input)
    return .max(1)
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}
