import Streams
import StreamsTesting

extension Row {
  static let observing: [Row] = [
    Row(name: "print", isNesting: true, early: .pass) { a, _ in a.print("", to: Silence()).eraseToAnyPublisher() }
  ]
}
