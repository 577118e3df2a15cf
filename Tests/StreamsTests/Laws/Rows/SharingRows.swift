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
    Row(name: "multicast(subject:)", isLossless: false, isNesting: true, zero: .trap, surplus: .drop) { a, _ in
      a.multicast(subject: PassthroughSubject()).autoconnect().eraseToAnyPublisher()
    },
    Row(name: "autoconnect", isLossless: false, isNesting: true, zero: .trap, surplus: .drop) { a, _ in
      a.multicast { PassthroughSubject<Int, Oops>() }.autoconnect().eraseToAnyPublisher()
    },
    Row(
      name: "makeConnectable", passesFailure: false, isLossless: false, isNesting: true, zero: .trap, surplus: .drop
    ) { a, _ in
      Harmless(upstream: a).makeConnectable().autoconnect().failing(with: Oops.self).eraseToAnyPublisher()
    },
  ]
}

/// Finishes where its upstream fails, and changes nothing else.
private struct Harmless: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let upstream: Source

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    upstream.subscribe(
      AnySubscriber(
        receiveSubscription: { subscriber.receive(subscription: $0) }, receiveValue: { subscriber.receive($0) },
        receiveCompletion: { _ in subscriber.receive(completion: .finished) }))
  }
}
