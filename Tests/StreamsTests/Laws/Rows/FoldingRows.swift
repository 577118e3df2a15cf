import Streams
import StreamsTesting

extension Row {
  static let folding: [Row] = [
    Row(name: "reduce", shape: .once, holdsEnd: true, zero: .trap) { a, _ in
      a.reduce(0) { sum, _ in sum + 1 }.eraseToAnyPublisher()
    },
    Row(name: "count", shape: .once, holdsEnd: true, zero: .trap) { a, _ in a.count().eraseToAnyPublisher() },
  ]
}
