import Streams
import StreamsTesting

extension Row {
  static let transforming: [Row] = [
    Row(name: "map", isTransparent: true, isNesting: true) { a, _ in a.map { $0 }.eraseToAnyPublisher() },
    Row(name: "tryMap", isNesting: true, early: .passValues) { a, _ in
      a.tryMap { $0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "map, key path", isTransparent: true, isNesting: true) { a, _ in
      a.map(\.self).eraseToAnyPublisher()
    },
    Row(name: "map, two key paths", isTransparent: true, isNesting: true) { a, _ in
      a.map(\.self, \.self).map { $0.1 }.eraseToAnyPublisher()
    },
    Row(name: "map, three key paths", isTransparent: true, isNesting: true) { a, _ in
      a.map(\.self, \.self, \.self).map { $0.2 }.eraseToAnyPublisher()
    },
    Row(name: "replaceNil", isTransparent: true, isNesting: true) { a, _ in
      a.map { Optional($0) }.replaceNil(with: 0).eraseToAnyPublisher()
    },
    Row(name: "mapError", isTransparent: true, isNesting: true) { a, _ in
      a.mapError { $0 }.eraseToAnyPublisher()
    },
    // It takes a stream that cannot fail.
    Row(name: "setFailureType", isTransparent: true, failureTraps: true) { a, _ in
      a.assertNoFailure().setFailureType(to: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "encode", isNesting: true, early: .pass) { a, _ in
      a.encode(encoder: SameInt()).failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "decode", isNesting: true, early: .pass) { a, _ in
      a.decode(type: Int.self, decoder: SameInt()).failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "compactMap", isTransparent: true, isNesting: true) { a, _ in
      a.compactMap { $0 }.eraseToAnyPublisher()
    },
    Row(name: "tryCompactMap", isNesting: true, early: .trap, zero: .trap) { a, _ in
      a.tryCompactMap { $0 }.failing(with: Oops.self).eraseToAnyPublisher()
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

/// Stores a whole number as itself.
private struct SameInt: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) -> Int { value as! Int }
  func decode<T: Decodable>(_ type: T.Type, from stored: Int) -> T { stored as! T }
}
