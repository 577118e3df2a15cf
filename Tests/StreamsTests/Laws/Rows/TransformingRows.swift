import Streams
import StreamsTesting

extension Row {
  static let transforming: [Row] = [
    Row(name: "map", isTransparent: true, isNesting: true) { a, _ in a.map { $0 }.eraseToAnyPublisher() },
    Row(name: "tryMap", isNesting: true, early: .passValues) { a, _ in
      a.tryMap { $0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "compactMap", isTransparent: true, isNesting: true) { a, _ in
      a.compactMap { $0 }.eraseToAnyPublisher()
    },
    Row(name: "scan", isTransparent: true, isNesting: true) { a, _ in a.scan(0) { $1 }.eraseToAnyPublisher() },
    Row(name: "tryScan", isNesting: true, early: .passValues) { a, _ in
      a.tryScan(0) { $1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "collect(1)", isNesting: true, zero: .trap) { a, _ in a.collect(1).map { $0[0] }.eraseToAnyPublisher() },
    Row(name: "collect", shape: .once, holdsEnd: true, zero: .trap) { a, _ in
      a.collect().map(\.count).eraseToAnyPublisher()
    },
  ]
}
