import Streams
import StreamsTesting

/// What an operator shows to its upstream and to its downstream.
final class Looks {
  /// The subscriber that upstream got, the newest first; the subscription that downstream got.
  fileprivate(set) var subscribers: [any CustomCombineIdentifierConvertible] = []
  fileprivate(set) var subscription: (any Subscription)?
  let upstream = Upstream()
  let time = VirtualTime()

  /// An upstream that remembers who came.
  func spy<Output, Failure: Error>(_: Output.Type, _: Failure.Type) -> Spy<Output, Failure> { Spy(looks: self) }
  var numbers: Spy<Int, Broken> { spy(Int.self, Broken.self) }
  var harmless: Spy<Int, Never> { spy(Int.self, Never.self) }

  /// One that finishes at once.
  var finishing: Finishing { Finishing(looks: self) }

  func forget() { (subscribers, subscription) = ([], nil) }

  func subscribe(to publisher: some Publisher) {
    func attach<P: Publisher>(_ publisher: P) {
      publisher.subscribe(
        AnySubscriber<P.Output, P.Failure>(receiveSubscription: { [unowned self] in subscription = $0 }))
    }
    attach(publisher)
  }
}

/// The subscription of a spy: shows as nothing else does.
final class Upstream: Subscription, CustomStringConvertible {
  var description: String { "Upstream" }
  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
}

struct Spy<Output, Failure: Error>: Publisher {
  unowned let looks: Looks
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    looks.subscribers.append(subscriber)
    subscriber.receive(subscription: looks.upstream)
  }
}

/// How one operator or source shows.
struct Look: CustomStringConvertible, Sendable {
  enum Side { case both, subscriber, subscription }
  /// nil: it customises nothing.
  let name: String?
  let labels: [String?]
  let sides: Side
  let title: String
  let make: @Sendable (Looks) -> any Publisher

  init(
    _ name: String?, _ labels: [String?] = [], _ sides: Side = .both, title: String? = nil,
    make: @escaping @Sendable (Looks) -> any Publisher
  ) {
    self.name = name
    self.labels = labels
    self.sides = sides
    self.title = title ?? name ?? ""
    self.make = make
  }

  var description: String { title }
}

struct Finishing: Publisher {
  typealias Output = Int
  typealias Failure = Broken
  unowned let looks: Looks
  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Broken {
    looks.numbers.receive(subscriber: subscriber)
    subscriber.receive(completion: .finished)
  }
}
