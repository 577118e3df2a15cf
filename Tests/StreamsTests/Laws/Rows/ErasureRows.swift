import Streams
import StreamsTesting

extension Row {
  static let erasure: [Row] = [
    Row(name: "eraseToAnyPublisher", isTransparent: true, isNesting: true) { a, _ in a.eraseToAnyPublisher() }
  ]
}
