import Measuring
import Streams

/// The rows that have a goal. Per value, or per send, unless the name says otherwise.
let contractRows: [Row] = [
  Row("1", "sequence → map → filter → sink") { n in
    drained(n) { s, sum in s.map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.sink { sum.add($0) } }
  },
  Row("1-at-once", "the same by the operators of the sequence itself (decision 050)") { n in
    let sum = Sum()
    let token = (0..<n).publisher.map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.sink { sum.add($0) }
    withExtendedLifetime(token) {}
    return sum.value
  },
  Row("2", "the same, demand 1 per value") { n in
    let subscriber = OneByOne<Int>()
    Numbers(n).map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.receive(subscriber: subscriber)
    return subscriber.received
  },
  Row("3a", "PassthroughSubject → map → sink") { n in fed(n) { s, sum in s.map { $0 &* 3 &+ 1 }.sink { sum.add($0) } }
  },
  Row("3b", "PassthroughSubject → 10 times (map → sink)") { n in sendToMany(n, subscribers: 10) },
  Row("4", "CurrentValueSubject → removeDuplicates → sink") { n in
    let subject = CurrentValueSubject<Int, Never>(-1)
    let sum = Sum()
    let token = subject.removeDuplicates().sink { sum.add($0) }
    for number in 0..<n { subject.send(number &>> 1) }
    withExtendedLifetime(token) {}
    return sum.value
  },
  Row("5m", "merge of two subjects") { n in fedByTurns(n) { s, t, sum in s.merge(with: t).sink { sum.add($0) } } },
  Row("5z", "zip of two subjects") { n in fedByTurns(n) { s, t, sum in s.zip(t).sink { sum.add($0.0 &+ $0.1) } } },
  Row("5c", "combineLatest of two subjects") { n in
    fedByTurns(n) { s, t, sum in s.combineLatest(t).sink { sum.add($0.0 &+ $0.1) } }
  },
  Row("6", "flatMap, one at a time, of Just") { n in
    drained(n) { s, sum in s.flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }.sink { sum.add($0) } }
  },
  Row("6-general", "flatMap, one at a time, of a sequence of one") { n in
    drained(n) { s, sum in s.flatMap(maxPublishers: .max(1)) { CollectionOfOne($0 &+ 1).publisher }.sink { sum.add($0) }
    }
  },
  Row("6-zip", "zip of two sequences, demand 1, per pair") { n in
    let subscriber = OneByOne<(Int, Int)>()
    Numbers(n).zip(Numbers(n)).receive(subscriber: subscriber)
    return subscriber.received
  },
  Row("7-0", "sequence → map → filter → map → sink") { n in
    drained(n) { s, sum in s.map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &+ 7 }.sink { sum.add($0) } }
  },
  Row("7-1", "the same with one AnyPublisher, at the source") { n in
    drained(n) { s, sum in
      s.eraseToAnyPublisher().map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &+ 7 }.sink { sum.add($0) }
    }
  },
  Row("7-4", "the same with four, one after each stage") { n in
    drained(n) { s, sum in
      s.eraseToAnyPublisher().map { $0 &* 3 &+ 1 }.eraseToAnyPublisher().filter { $0 & 1 == 0 }.eraseToAnyPublisher()
        .map { $0 &+ 7 }.eraseToAnyPublisher().sink { sum.add($0) }
    }
  },
  Row("8", "subscribe and cancel: subject → map → filter → map → sink", length: 40) { n in
    subscribed(n) { s, sum in
      s.map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &+ 7 }.sink { sum.add($0) }
    }
  },
  Row("8-zip", "subscribe and cancel: zip", length: 40) { n in
    subscribed(n) { s, sum in s.zip(s).sink { sum.add($0.0) } }
  },
  Row("8-flatMap", "subscribe and cancel: flatMap", length: 40) { n in
    subscribed(n) { s, sum in s.flatMap { Just($0) }.sink { sum.add($0) } }
  },
  Row("8-removeDuplicates", "subscribe and cancel: removeDuplicates", length: 40) { n in
    subscribed(n) { s, sum in s.removeDuplicates().sink { sum.add($0) } }
  },
]

/// Sends to a subject that so many have subscribed to.
@inline(never) func sendToMany(_ n: Int, subscribers: Int) -> Int {
  let subject = PassthroughSubject<Int, Never>()
  let sum = Sum()
  let tokens = (0..<subscribers).map { k in subject.map { $0 &* 3 &+ k }.sink { sum.add($0) } }
  for number in 0..<n { subject.send(number) }
  withExtendedLifetime(tokens) {}
  return sum.value
}
