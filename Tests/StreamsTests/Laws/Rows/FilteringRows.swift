import Streams
import StreamsTesting

extension Row {
  static let filtering: [Row] = [
    Row(name: "filter", isTransparent: true, isNesting: true) { a, _ in
      a.filter { _ in true }.eraseToAnyPublisher()
    },
    Row(name: "prefix", isNesting: true, early: .pass) { a, _ in a.prefix(10_000_000).eraseToAnyPublisher() },
    Row(name: "removeDuplicates", isNesting: true, early: .trap, zero: .trap) { a, _ in
      a.removeDuplicates().eraseToAnyPublisher()
    },
    Row(name: "replaceError", passesFailure: false, isNesting: true, zero: .trap, surplus: .trap) { a, _ in
      a.replaceError(with: -1).failing(with: Oops.self).eraseToAnyPublisher()
    },
  ]
}
