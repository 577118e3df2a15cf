import Streams
import StreamsTesting

extension Row {
  static let sharing: [Row] = [
    Row(name: "share", isLossless: false, isNesting: true, zero: .trap, surplus: .drop) { a, _ in
      a.share().eraseToAnyPublisher()
    },
    Row(name: "multicast", isLossless: false, isNesting: true, zero: .trap, surplus: .drop) { a, _ in
      a.multicast { PassthroughSubject<Int, Oops>() }.autoconnect().eraseToAnyPublisher()
    },
  ]
}
