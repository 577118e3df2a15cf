import Streams
import StreamsTesting

extension Row {
  static let timing: [Row] = [
    Row(name: "buffer, keepFull", holdsEnd: true, surplus: .hold) { a, _ in
      a.buffer(size: 5, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    Row(name: "buffer, byRequest", holdsEnd: true, isLossless: false, surplus: .hold) { a, _ in
      a.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    Row(name: "debounce", shape: .later, isLossless: false, surplus: .drop) { a, time in
      a.debounce(for: .nanoseconds(1), scheduler: time).eraseToAnyPublisher()
    },
    Row(name: "receive(on:)", shape: .later) { a, time in a.receive(on: time).eraseToAnyPublisher() },
  ]
}
