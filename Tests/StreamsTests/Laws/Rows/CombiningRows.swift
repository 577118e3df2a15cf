import Streams
import StreamsTesting

extension Row {
  static let combining: [Row] = [
    Row(name: "zip", zero: .trap, surplus: .hold) { a, _ in a.zip(zeroes()).map { $0.0 }.eraseToAnyPublisher() },
    Row(name: "zip, second side", zero: .trap, surplus: .hold) { a, _ in
      zeroes().zip(a).map { $0.1 }.eraseToAnyPublisher()
    },
    Row(name: "zip of three", zero: .trap, surplus: .hold) { a, _ in
      zeroes().zip(a, zeroes()).map { $0.1 }.eraseToAnyPublisher()
    },
    Row(name: "zip of four", zero: .trap, surplus: .hold) { a, _ in
      zeroes().zip(zeroes(), zeroes(), a).map { $0.3 }.eraseToAnyPublisher()
    },
    Row(name: "combineLatest", holdsEnd: true, isLossless: false, hasAnother: true, surplus: .hold) { a, _ in
      Just(0).failing(with: Oops.self).combineLatest(a).map { $0.1 }.eraseToAnyPublisher()
    },
    Row(name: "merge", surplus: .hold) { a, _ in
      a.merge(with: Empty<Int, Oops>().eraseToAnyPublisher()).eraseToAnyPublisher()
    },
    Row(name: "merge, second side", surplus: .hold) { a, _ in
      Empty<Int, Oops>().eraseToAnyPublisher().merge(with: a).eraseToAnyPublisher()
    },
  ]
}

/// The other side of a zip: enough for the short laws. Not endless, since unlimited demand takes all of it.
func zeroes() -> Retyped<Publishers.Sequence<[Int], Never>, Oops> {
  Array(repeating: 0, count: 200).publisher.failing(with: Oops.self)
}
