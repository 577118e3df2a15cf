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
    Row(name: "combineLatest of three", holdsEnd: true, isLossless: false, hasAnother: true, surplus: .hold) { a, _ in
      aZero().combineLatest(aZero(), a).map { $0.2 }.eraseToAnyPublisher()
    },
    Row(name: "combineLatest of four", holdsEnd: true, isLossless: false, hasAnother: true, surplus: .hold) { a, _ in
      aZero().combineLatest(aZero(), aZero(), a).map { $0.3 }.eraseToAnyPublisher()
    },
    Row(name: "merge", surplus: .hold) { a, _ in a.merge(with: nothing()).eraseToAnyPublisher() },
    Row(name: "merge, second side", surplus: .hold) { a, _ in nothing().merge(with: a).eraseToAnyPublisher() },
    Row(name: "merge of three", surplus: .hold) { a, _ in
      nothing().merge(with: nothing()).merge(with: a).eraseToAnyPublisher()
    },
    Row(name: "merge of four", surplus: .hold) { a, _ in
      nothing().merge(with: a, nothing(), nothing()).eraseToAnyPublisher()
    },
    Row(name: "merge of five", surplus: .hold) { a, _ in
      nothing().merge(with: nothing(), nothing(), nothing(), a).eraseToAnyPublisher()
    },
    Row(name: "merge of six", surplus: .hold) { a, _ in
      a.merge(with: nothing(), nothing(), nothing(), nothing(), nothing()).eraseToAnyPublisher()
    },
    Row(name: "merge of seven", surplus: .hold) { a, _ in
      nothing().merge(with: nothing(), nothing(), nothing(), nothing(), nothing(), a).eraseToAnyPublisher()
    },
    Row(name: "merge of eight", surplus: .hold) { a, _ in
      nothing().merge(with: nothing(), a, nothing(), nothing(), nothing(), nothing(), nothing()).eraseToAnyPublisher()
    },
    Row(name: "merge of a collection", surplus: .hold) { a, _ in
      Publishers.MergeMany(Array(repeating: nothing().eraseToAnyPublisher(), count: 20) + [a]).eraseToAnyPublisher()
    },
    Row(name: "prefix(untilOutputFrom:)", surplus: .pass) { a, _ in
      a.prefix(untilOutputFrom: never()).eraseToAnyPublisher()
    },
    Row(name: "drop(untilOutputFrom:)", surplus: .trap) { a, _ in a.drop(untilOutputFrom: aZero()).eraseToAnyPublisher()
    },
  ]
}

/// The other side of a zip: enough for the short laws. Not endless, since unlimited demand takes all of it.
func zeroes() -> Retyped<Publishers.Sequence<[Int], Never>, Oops> {
  Array(repeating: 0, count: 200).publisher.failing(with: Oops.self)
}

private func aZero() -> Retyped<Just<Int>, Oops> { Just(0).failing(with: Oops.self) }
private func nothing() -> Empty<Int, Oops> { Empty() }
private func never() -> Empty<Int, Never> { Empty(completeImmediately: false) }
