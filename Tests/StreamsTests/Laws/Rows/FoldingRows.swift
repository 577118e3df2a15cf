import Streams
import StreamsTesting

private let no: @Sendable ([Int]) -> [Int] = { _ in [0] }
private let yes: @Sendable ([Int]) -> [Int] = { _ in [1] }
private let first: @Sendable ([Int]) -> [Int] = { Array($0.prefix(1)) }
private let last: @Sendable ([Int]) -> [Int] = { Array($0.suffix(1)) }
private let least: @Sendable ([Int]) -> [Int] = { $0.min().map { [$0] } ?? [] }
private let greatest: @Sendable ([Int]) -> [Int] = { $0.max().map { [$0] } ?? [] }

extension Row {
  static let folding: [Row] = [
    Row(name: "reduce", shape: .once, holdsEnd: true, zero: .trap) { a, _ in
      a.reduce(0) { sum, _ in sum + 1 }.eraseToAnyPublisher()
    },
    Row(name: "tryReduce", shape: .once, holdsEnd: true, zero: .trap) { a, _ in
      a.tryReduce(0) { sum, _ in sum + 1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "count", shape: .once, holdsEnd: true, zero: .trap) { a, _ in a.count().eraseToAnyPublisher() },
    Row(name: "first", shape: .once, endsItself: true, answer: first, zero: .trap) { a, _ in
      a.first().eraseToAnyPublisher()
    },
    Row(name: "first(where:)", shape: .once, endsItself: true, answer: first, zero: .trap) { a, _ in
      a.first { _ in true }.eraseToAnyPublisher()
    },
    Row(name: "tryFirst(where:)", shape: .once, endsItself: true, answer: first, zero: .trap) { a, _ in
      a.tryFirst { _ in true }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "last", shape: .once, answer: last, zero: .trap) { a, _ in a.last().eraseToAnyPublisher() },
    Row(name: "last(where:)", shape: .once, answer: last, zero: .trap) { a, _ in
      a.last { _ in true }.eraseToAnyPublisher()
    },
    Row(name: "tryLast(where:)", shape: .once, answer: last, zero: .trap) { a, _ in
      a.tryLast { _ in true }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "min", shape: .once, answer: least, zero: .trap) { a, _ in a.min().eraseToAnyPublisher() },
    Row(name: "max", shape: .once, answer: greatest, zero: .trap) { a, _ in a.max().eraseToAnyPublisher() },
    Row(name: "min(by:)", shape: .once, answer: greatest, zero: .trap) { a, _ in
      a.min(by: >).eraseToAnyPublisher()
    },
    Row(name: "max(by:)", shape: .once, answer: least, zero: .trap) { a, _ in
      a.max(by: >).eraseToAnyPublisher()
    },
    Row(name: "tryMin(by:)", shape: .once, answer: least, zero: .trap) { a, _ in
      a.tryMin { $0 < $1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "tryMax(by:)", shape: .once, answer: greatest, zero: .trap) { a, _ in
      a.tryMax { $0 < $1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "contains", shape: .once, holdsEnd: true, answer: no, zero: .trap) { a, _ in
      a.contains(-1).map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    },
    Row(name: "contains(where:)", shape: .once, holdsEnd: true, answer: no, zero: .trap) { a, _ in
      a.contains { _ in false }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    },
    Row(name: "tryContains(where:)", shape: .once, holdsEnd: true, answer: no, zero: .trap) { a, _ in
      a.tryContains { _ in false }.map { $0 ? 1 : 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "allSatisfy", shape: .once, holdsEnd: true, answer: yes, zero: .trap) { a, _ in
      a.allSatisfy { _ in true }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    },
    Row(name: "tryAllSatisfy", shape: .once, holdsEnd: true, answer: yes, zero: .trap) { a, _ in
      a.tryAllSatisfy { _ in true }.map { $0 ? 1 : 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
  ]
}
