import Measuring
import Streams

/// Shapes whose cost must grow as the work grows: one row for each size, so that a cliff shows.
let shapeRows: [Row] = [
  // Equal operators in a row. Of a kind that passes values on, that has a state, and that has a subscription of its
  // own.
  Row("map-1", "1 map, not joined") { n in drained(n) { s, sum in s.mapped().sink { sum.add($0) } } },
  Row("map-3", "3 maps, not joined") { n in drained(n) { s, sum in s.mapped().mapped().mapped().sink { sum.add($0) } }
  },
  Row("map-12", "12 maps, not joined") { n in
    drained(n) { s, sum in
      s.mapped().mapped().mapped().mapped().mapped().mapped().mapped().mapped().mapped().mapped().mapped().mapped().sink
      { sum.add($0) }
    }
  },
  Row("scan-1", "1 scan") { n in drained(n) { s, sum in s.scan(0, &+).sink { sum.add($0) } } },
  Row("scan-3", "3 scans") { n in drained(n) { s, sum in s.scan(0, &+).scan(0, &+).scan(0, &+).sink { sum.add($0) } } },
  Row("scan-12", "12 scans") { n in
    drained(n) { s, sum in
      s.scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+)
        .scan(0, &+).scan(0, &+).scan(0, &+).sink { sum.add($0) }
    }
  },
  Row("removeDuplicates-1", "subject, 1 removeDuplicates") { n in
    fed(n) { s, sum in
      s.removeDuplicates()
        .sink { sum.add($0) }
    }
  },
  Row("removeDuplicates-3", "subject, 3 removeDuplicates") { n in
    fed(n) { s, sum in
      s.removeDuplicates().removeDuplicates().removeDuplicates()
        .sink { sum.add($0) }
    }
  },
  Row("removeDuplicates-12", "subject, 12 removeDuplicates") { n in
    fed(n) { s, sum in
      s.removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates()
        .removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates()
        .removeDuplicates().removeDuplicates()
        .sink { sum.add($0) }
    }
  },
  Row("mixed-8", "map, scan, filter, removeDuplicates, tryMap, replaceError, prefix, compactMap") { n in
    drained(n) { s, sum in
      s.map { $0 &* 3 }.scan(0, &+).filter { $0 != -1 }.removeDuplicates().tryMap { $0 &+ 1 }.replaceError(with: 0)
        .prefix(n &+ 1).compactMap { $0 }.sink { sum.add($0) }
    }
  },
  // One in another.
  Row("zip-nested-1", "zip of a subject with itself") { n in
    fed(n) { s, sum in s.zip(s).sink { sum.add($0.0 &+ $0.1) } }
  },
  Row("zip-nested-2", "zip nested 2 deep") { n in
    fed(n) { s, sum in s.zip(s).map { $0 &+ $1 }.zip(s).sink { sum.add($0.0 &+ $0.1) } }
  },
  Row("zip-nested-4", "zip nested 4 deep") { n in
    fed(n) { s, sum in
      s.zip(s).map { $0 &+ $1 }.zip(s).map { $0 &+ $1 }.zip(s).map { $0 &+ $1 }.zip(s)
        .sink { sum.add($0.0 &+ $0.1) }
    }
  },
  Row("zip-of-4", "zip of four") { n in
    fed(n) { s, sum in s.zip(s, s, s).sink { sum.add($0.0 &+ $0.1 &+ $0.2 &+ $0.3) } }
  },
  Row("flatMap-nested-1", "flatMap of Just, one at a time") { n in
    drained(n) { s, sum in s.flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }.sink { sum.add($0) } }
  },
  Row("flatMap-nested-2", "flatMap of Just nested 2 deep") { n in
    drained(n) { s, sum in
      s.flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }
        .flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }
        .sink { sum.add($0) }
    }
  },
  Row("flatMap-nested-3", "flatMap of Just nested 3 deep") { n in
    drained(n) { s, sum in
      s.flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }
        .flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }
        .flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }
        .sink { sum.add($0) }
    }
  },
  Row("flatMap-of-subject", "flatMap, a value of an inner subject") { n in
    let (outer, inner) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let sum = Sum()
    let token = outer.flatMap { _ in inner }.sink { sum.add($0) }
    outer.send(0)
    for number in 0..<n { inner.send(number) }
    withExtendedLifetime(token) {}
    return sum.value
  },
  Row("buffer", "subject → buffer → sink") { n in
    fed(n) { s, sum in s.buffer(size: 8, prefetch: .keepFull, whenFull: .dropOldest).sink { sum.add($0) } }
  },
  // Many for one.
  Row("merge-of-many-10", "MergeMany, a value of each of 10 inputs", length: 40) { n in merge(n, inputs: 10) },
  Row("merge-of-many-100", "MergeMany, a value of each of 100 inputs", length: 10) { n in merge(n, inputs: 100) },
  Row("merge-of-many-1000", "MergeMany, a value of each of 1,000 inputs", length: 2) { n in merge(n, inputs: 1000) },
  Row("subscribe-many-10", "subscribe and cancel: MergeMany of 10 inputs", length: 20) { n in
    subscribeMerged(n, inputs: 10)
  },
  Row("subscribe-many-100", "subscribe and cancel: MergeMany of 100 inputs", length: 5) { n in
    subscribeMerged(n, inputs: 100)
  },
  Row("subscribe-many-1000", "subscribe and cancel: MergeMany of 1,000 inputs", length: 1) { n in
    subscribeMerged(n, inputs: 1000)
  },
  // One for many.
  Row("subject-1", "send to 1 subscriber") { n in sendToMany(n, subscribers: 1) },
  Row("subject-10", "send to 10 subscribers", length: 100) { n in sendToMany(n, subscribers: 10) },
  Row("subject-1000", "send to 1,000 subscribers", length: 4) { n in sendToMany(n, subscribers: 1000) },
  Row("subscribe-next", "the next subscriber of one subject") { n in
    let subject = PassthroughSubject<Int, Never>()
    let sum = Sum()
    let tokens = (0..<n).map { _ in subject.sink { sum.add($0) } }
    subject.send(1)
    withExtendedLifetime(tokens) {}
    return sum.value
  },
]

/// Sends so many values to each of the inputs.
@inline(never) private func merge(_ n: Int, inputs: Int) -> Int {
  let subjects = (0..<inputs).map { _ in PassthroughSubject<Int, Never>() }
  let sum = Sum()
  let token = Publishers.MergeMany(subjects).sink { sum.add($0) }
  for number in 0..<n {
    for subject in subjects { subject.send(number) }
  }
  withExtendedLifetime(token) {}
  return sum.value
}

@inline(never) private func subscribeMerged(_ n: Int, inputs: Int) -> Int {
  let subjects = (0..<inputs).map { _ in PassthroughSubject<Int, Never>() }
  let sum = Sum()
  for _ in 0..<n { Publishers.MergeMany(subjects).sink { sum.add($0) }.cancel() }
  return sum.value
}
