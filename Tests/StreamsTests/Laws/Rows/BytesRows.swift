import Streams
import StreamsTesting

extension Row {
  static let bytes: [Row] = [
    Row(name: "lines", zero: .trap, surplus: .hold) { a, _ in
      a.map { Bytes("\($0)\n".utf8) }.lines().failing(with: Oops.self).map { Int("\($0)")! }.eraseToAnyPublisher()
    }
  ]
}
