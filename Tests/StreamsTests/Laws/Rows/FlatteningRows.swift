import Streams
import StreamsTesting

extension Row {
  static let flattening: [Row] = [
    Row(name: "flatMap of Just", zero: .trap, surplus: .hold) { a, _ in
      a.flatMap { Just($0).failing(with: Oops.self) }.eraseToAnyPublisher()
    },
    Row(name: "flatMap of one at a time", isOneAtATime: true, zero: .trap, surplus: .hold) { a, _ in
      a.flatMap(maxPublishers: .max(1)) { [$0].publisher.failing(with: Oops.self) }.eraseToAnyPublisher()
    },
    Row(name: "flatMap's inner stream", zero: .trap, surplus: .hold) { a, _ in
      Just(0).failing(with: Oops.self).flatMap { _ in a }.eraseToAnyPublisher()
    },
    Row(name: "switchToLatest, outer", isLossless: false, hasAnother: true, zero: .trap, surplus: .hold) { a, _ in
      a.map { Just($0).failing(with: Oops.self) }.switchToLatest().eraseToAnyPublisher()
    },
    Row(name: "switchToLatest, inner", zero: .trap, surplus: .trap) { a, _ in
      Just(a).failing(with: Oops.self).switchToLatest().eraseToAnyPublisher()
    },
    Row(name: "append, first", surplus: .drop) { a, _ in a.append(Empty<Int, Oops>()).eraseToAnyPublisher() },
    Row(name: "append, second", surplus: .drop) { a, _ in Empty<Int, Oops>().append(a).eraseToAnyPublisher() },
    Row(name: "append, one of a chain", surplus: .drop) { a, _ in
      Empty<Int, Oops>().append(Empty()).eraseToAnyPublisher().append(a).eraseToAnyPublisher().append(Empty())
        .eraseToAnyPublisher()
    },
    Row(name: "prepend, first", surplus: .drop) { a, _ in Empty<Int, Oops>().prepend(a).eraseToAnyPublisher() },
    Row(name: "prepend, second", surplus: .drop) { a, _ in a.prepend(Empty<Int, Oops>()).eraseToAnyPublisher() },
    Row(name: "catch", passesFailure: false, early: .trapValues, zero: .trap, surplus: .trap) { a, _ in
      a.catch { _ in Empty<Int, Oops>() }.eraseToAnyPublisher()
    },
    Row(name: "catch, replacement", zero: .trap, surplus: .trap) { a, _ in
      Fail<Int, Oops>(error: Oops()).catch { _ in a }.eraseToAnyPublisher()
    },
    Row(name: "tryCatch", passesFailure: false, early: .trapValues, zero: .trap, surplus: .trap) { a, _ in
      a.tryCatch { _ in Empty<Int, Oops>() }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "tryCatch that throws", early: .trapValues, zero: .trap, surplus: .trap) { a, _ in
      a.tryCatch { failure -> Empty<Int, Oops> in throw failure }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "tryCatch, replacement", zero: .trap, surplus: .trap) { a, _ in
      Fail<Int, Oops>(error: Oops()).tryCatch { _ in a }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "retry", surplus: .trap) { a, _ in a.retry(0).eraseToAnyPublisher() },
  ]
}
