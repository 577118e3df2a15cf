import Streams
import StreamsTesting

extension Row {
  static let filtering: [Row] = [
    Row(name: "filter", isTransparent: true, isNesting: true) { a, _ in
      a.filter { _ in true }.eraseToAnyPublisher()
    },
    Row(name: "tryFilter", isNesting: true, early: .trap, zero: .trap) { a, _ in
      a.tryFilter { _ in true }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "ignoreOutput", shape: .once, isTransparent: true, answer: { _ in [] }) { a, _ in
      a.ignoreOutput().map { (_: Never) -> Int in }.eraseToAnyPublisher()
    },
    Row(name: "dropFirst", isNesting: true, zero: .trap) { a, _ in a.dropFirst(0).eraseToAnyPublisher() },
    Row(name: "drop(while:)", isNesting: true, zero: .trap) { a, _ in
      a.drop { _ in false }.eraseToAnyPublisher()
    },
    Row(name: "tryDrop(while:)", isNesting: true, zero: .trap) { a, _ in
      a.tryDrop { _ in false }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "prefix(while:)", isNesting: true, early: .trap, zero: .trap) { a, _ in
      a.prefix { _ in true }.eraseToAnyPublisher()
    },
    Row(name: "tryPrefix(while:)", isNesting: true, early: .trap, zero: .trap) { a, _ in
      a.tryPrefix { _ in true }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "prefix", isNesting: true, early: .pass) { a, _ in a.prefix(10_000_000).eraseToAnyPublisher() },
    Row(name: "output(in:)", isNesting: true, early: .pass) { a, _ in a.output(in: 0...).eraseToAnyPublisher() },
    Row(
      name: "output(at:)", shape: .once, isNesting: true, endsItself: true, answer: { Array($0.prefix(1)) },
      early: .pass, surplus: .pass
    ) {
      a, _ in a.output(at: 0).eraseToAnyPublisher()
    },
    Row(name: "removeDuplicates", isNesting: true, early: .trap, zero: .trap) { a, _ in
      a.removeDuplicates().eraseToAnyPublisher()
    },
    Row(name: "removeDuplicates(by:)", isNesting: true, early: .trap, zero: .trap) { a, _ in
      a.removeDuplicates { $0 == $1 }.eraseToAnyPublisher()
    },
    Row(name: "tryRemoveDuplicates(by:)", isNesting: true, early: .trap, zero: .trap) { a, _ in
      a.tryRemoveDuplicates { $0 == $1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "replaceError", passesFailure: false, isNesting: true, zero: .trap, surplus: .trap) { a, _ in
      a.replaceError(with: -1).failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "replaceEmpty", holdsEnd: true, isNesting: true, answer: { $0.isEmpty ? [0] : $0 }, zero: .trap) { a, _ in
      a.replaceEmpty(with: 0).eraseToAnyPublisher()
    },
  ]
}
