import Measuring
import Streams

/// Takes everything from a publisher.
@inline(__always) func consume<P: Publisher>(_ publisher: P) -> Int {
  let last = Last<P.Output>()
  let token = publisher.sink(receiveCompletion: { _ in }, receiveValue: { last.keep($0) })
  withExtendedLifetime(token) {}
  return last.count
}

/// Takes everything from what is built upon a source of `count` numbers.
@inline(__always) func cold<P: Publisher>(_ count: Int, _ pipeline: (Numbers) -> P) -> Int {
  consume(pipeline(Numbers(count)))
}

/// Sends `count` numbers through what is built upon a subject, then `.finished`.
@inline(__always) func hot<P: Publisher>(_ count: Int, _ pipeline: (PassthroughSubject<Int, Never>) -> P) -> Int {
  let subject = PassthroughSubject<Int, Never>()
  let last = Last<P.Output>()
  let token = pipeline(subject).sink(receiveCompletion: { _ in }, receiveValue: { last.keep($0) })
  for number in 0..<count { subject.send(number) }
  subject.send(completion: .finished)
  withExtendedLifetime(token) {}
  return last.count
}

/// Sends `count` numbers in all through what is built upon two subjects, by turns.
@inline(__always) func hotByTurns<P: Publisher>(
  _ count: Int, _ pipeline: (PassthroughSubject<Int, Never>, PassthroughSubject<Int, Never>) -> P
) -> Int {
  let first = PassthroughSubject<Int, Never>()
  let second = PassthroughSubject<Int, Never>()
  let last = Last<P.Output>()
  let token = pipeline(first, second).sink(receiveCompletion: { _ in }, receiveValue: { last.keep($0) })
  for number in 0..<(count / 2) {
    first.send(number)
    second.send(number)
  }
  withExtendedLifetime(token) {}
  return last.count
}

/// Subscribes `count` times and takes everything there is each time: for what has one value at most.
@inline(__always) func subscribe<P: Publisher>(_ count: Int, _ make: (Int) -> P) -> Int {
  var checksum = 0
  for number in 0..<count { checksum &+= consume(make(number)) }
  return checksum
}

struct Failed: Error {}
