import Streams
import StreamsTesting
import Testing

@Suite struct ConcatenateTests {
  typealias Erased = AnyPublisher<Int, Never>

  // MARK: chains made in a loop

  /// A long chain, and what it publishes.
  struct Chain: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable (Int) -> Erased
    let values: @Sendable (Int) -> [Int]
    var testDescription: String { name }
  }

  static let chains = [
    Chain(
      name: "append of elements",
      make: { (1..<$0).reduce(Just(0).eraseToAnyPublisher()) { $0.append($1).eraseToAnyPublisher() } }
    ) {
      Array(0..<$0)
    },
    Chain(
      name: "append of publishers",
      make: { (1..<$0).reduce(Just(0).eraseToAnyPublisher()) { $0.append(Just($1)).eraseToAnyPublisher() } }
    ) {
      Array(0..<$0)
    },
    Chain(
      name: "append of erased publishers",
      make: {
        (1..<$0).reduce(Just(0).eraseToAnyPublisher()) {
          $0.append(Just($1).eraseToAnyPublisher()).eraseToAnyPublisher()
        }
      }
    ) {
      Array(0..<$0)
    },
    Chain(
      name: "prepend of elements",
      make: { (1..<$0).reduce(Just(0).eraseToAnyPublisher()) { $0.prepend($1).eraseToAnyPublisher() } }
    ) {
      (0..<$0).reversed()
    },
    Chain(
      name: "prepend of publishers",
      make: { (1..<$0).reduce(Just(0).eraseToAnyPublisher()) { $0.prepend(Just($1)).eraseToAnyPublisher() } }
    ) {
      (0..<$0).reversed()
    },
    Chain(
      name: "two appends in each round",
      make: { (1..<($0 / 2)).reduce(Just(0).eraseToAnyPublisher()) { $0.append($1).append($1).eraseToAnyPublisher() } }
    ) {
      [0] + (1..<($0 / 2)).flatMap { [$0, $0] }
    },
    Chain(
      name: "one before and one after in each round",
      make: { (1..<($0 / 2)).reduce(Just(0).eraseToAnyPublisher()) { $0.append($1).prepend($1).eraseToAnyPublisher() } }
    ) {
      (1..<($0 / 2)).reversed() + [0] + (1..<($0 / 2))
    },
    Chain(
      name: "the chain goes behind each time",
      make: { (1..<$0).reduce(Just(0).eraseToAnyPublisher()) { Just($1).append($0).eraseToAnyPublisher() } }
    ) {
      (0..<$0).reversed()
    },
  ]

  @Test(arguments: chains, [Subscribers.Demand.unlimited, .max(1)])
  func tenThousandInALoopAreSubscribedToRunAndFreedWithAFlatStack(chain: Chain, demand: Subscribers.Demand) {  // C21
    let count = 10_000
    var values: [Int] = []
    var ends = 0
    onASmallStack {
      chain.make(count).subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(demand) },
          receiveValue: {
            values.append($0)
            return demand == .unlimited ? .none : .max(1)
          },
          receiveCompletion: { _ in ends += 1 }))
    }
    #expect(values == chain.values(count))
    #expect(ends == 1)
  }

  @Test(arguments: chains) func aLongChainThatNobodySubscribesToIsFreedWithAFlatStack(chain: Chain) {
    var isMade = false
    onASmallStack { isMade = withExtendedLifetime(chain.make(100_000)) { true } }
    #expect(isMade)
  }

  @Test func aLongChainIsFreedWithWhatItHolds() {  // C72
    weak var token: Token?
    onASmallStack {
      let last = Token()
      token = last
      var chain = Just(0).map { value in withExtendedLifetime(last) { value } }.eraseToAnyPublisher()
      for i in 1...10_000 { chain = chain.append(i).eraseToAnyPublisher() }
      chain.sink { _ in }.cancel()
    }
    #expect(token == nil)
  }

  @Test func whatAChainWasMadeOfStaysAsItWas() {
    let base = Just(1).append(2).eraseToAnyPublisher()
    let first = base.append(3).eraseToAnyPublisher()
    let second = base.append(4).prepend(0).eraseToAnyPublisher()
    let both = first.append(second).append(first).eraseToAnyPublisher()
    #expect(values(base) == [1, 2])
    #expect(values(first) == [1, 2, 3])
    #expect(values(second) == [0, 1, 2, 4])
    #expect(values(both) == [1, 2, 3, 0, 1, 2, 4, 1, 2, 3])
    #expect(values(both) == [1, 2, 3, 0, 1, 2, 4, 1, 2, 3])
  }

  @Test func theRestOfAChainThatIsCancelledIsNotSubscribedTo() {  // C61, C72
    let (first, second, third) = (Probe<Int, Never>(), Probe<Int, Never>(), Probe<Int, Never>())
    weak var token: Token?
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    do {
      let held = Token()
      token = held
      first.eraseToAnyPublisher().append(second).eraseToAnyPublisher()
        .append(third.map { value in withExtendedLifetime(held) { value } }).eraseToAnyPublisher().subscribe(recorder)
    }
    first.send(1)
    first.finish()
    #expect(second.asked == [.request(.unlimited)])
    #expect(token != nil)
    recorder.cancel()
    #expect(second.asked == [.request(.unlimited), .cancel])
    #expect(third.subscribeCount == 0)
    #expect(token == nil)
    #expect(recorder.values == [1])
    #expect(recorder.violations == [])
  }

  @Test func aPartThatIsOverIsFreedBeforeTheNextOneRuns() {  // C72
    weak var token: Token?
    let second = Probe<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    do {
      let held = Token()
      token = held
      Just(1).map { value in withExtendedLifetime(held) { value } }.eraseToAnyPublisher().append(second)
        .eraseToAnyPublisher().subscribe(recorder)
    }
    #expect(recorder.values == [1])
    #expect(token == nil)
    second.finish()
    #expect(recorder.isFinished)
  }

  private func values(_ publisher: Erased) -> [Int] {
    var values: [Int] = []
    let token = publisher.sink { values.append($0) }
    return withExtendedLifetime(token) { values }
  }

  // MARK: every form

  @Test func everyFormHasCombinesType() {
    let source = Probe<Int, Broken>()
    typealias Source = Probe<Int, Broken>
    typealias Then<Suffix: Publisher> = Publishers.Concatenate<Source, Suffix>
    where Suffix.Output == Int, Suffix.Failure == Broken
    typealias First<Prefix: Publisher> = Publishers.Concatenate<Prefix, Source>
    where Prefix.Output == Int, Prefix.Failure == Broken
    let elements: Then<Publishers.Sequence<[Int], Broken>> = source.append(1, 2)
    let sequence: Then<Publishers.Sequence<Set<Int>, Broken>> = source.append(Set([1]))
    let publisher: Then<Fail<Int, Broken>> = source.append(Fail(error: .here))
    let before: First<Publishers.Sequence<[Int], Broken>> = source.prepend(1, 2)
    let sequenceBefore: First<Publishers.Sequence<Range<Int>, Broken>> = source.prepend(0..<2)
    let publisherBefore: First<Empty<Int, Broken>> = source.prepend(Empty<Int, Broken>())
    for made in [
      elements.eraseToAnyPublisher(), sequence.eraseToAnyPublisher(), publisher.eraseToAnyPublisher(),
      before.eraseToAnyPublisher(), sequenceBefore.eraseToAnyPublisher(), publisherBefore.eraseToAnyPublisher(),
    ] {
      let recorder = Recorder<Int, Broken>(demand: .unlimited)
      made.subscribe(recorder)
      source.send(9)
      source.finish()
      #expect(recorder.completion != nil)
    }
    #expect(elements.suffix.sequence == [1, 2])
    #expect(before.prefix.sequence == [1, 2])
    #expect(elements.prefix === source && before.suffix === source)
  }

  @Test func twoThatJoinTheSameAreEqual() {
    let one = Publishers.Concatenate(prefix: [1].publisher, suffix: [2].publisher)
    #expect(one == Publishers.Concatenate(prefix: [1].publisher, suffix: [2].publisher))
    #expect(one != Publishers.Concatenate(prefix: [1].publisher, suffix: [3].publisher))
    #expect(Just(1).retry(2).eraseToAnyPublisher().retry(1).retries == 1)
  }

  // MARK: details

  @Test func theSubscriptionAndBothInnerSubscribersShareOneIdentifierAndAreOfThreeTypes() {  // DETAILS 7
    final class Looking: Publisher {
      typealias Output = Int
      typealias Failure = Never
      nonisolated(unsafe) var subscribers: [(CombineIdentifier, Any.Type)] = []
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        subscribers.append((subscriber.combineIdentifier, S.self))
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
      }
    }
    let looking = Looking()
    let recorder = Recorder<Int, Never>()
    looking.append(looking).subscribe(recorder)
    let subscription = recorder.subscription!
    #expect(recorder.isFinished)
    #expect(looking.subscribers.map(\.0) == [subscription.combineIdentifier, subscription.combineIdentifier])
    let types = [type(of: subscription)] + looking.subscribers.map(\.1)
    #expect(Set(types.map { ObjectIdentifier($0) }).count == 3)
    #expect("\(subscription)" == "Concatenate")
  }

  /// Asks for 12, then for 5, and for 3 more with each of 8 values: 33 are left.
  @Test(arguments: ["append", "catch", "tryCatch", "retry", "a chain"])
  func theNextStreamIsAskedForWhatIsLeft(name: String) {  // DETAILS 17
    let (first, second) = (Probe<Int, Broken>(), Probe<Int, Broken>())
    let recorder = Recorder<Int, any Error>(demand: .max(12))
    recorder.onValue = { _, _ in .max(3) }
    let stream: AnyPublisher<Int, any Error>
    switch name {
    case "append": stream = first.append(second).mapError { $0 }.eraseToAnyPublisher()
    case "catch": stream = first.catch { _ in second }.mapError { $0 }.eraseToAnyPublisher()
    case "tryCatch": stream = first.tryCatch { _ in second }.eraseToAnyPublisher()
    case "retry": stream = first.retry(1).mapError { $0 }.eraseToAnyPublisher()
    default:
      stream = first.eraseToAnyPublisher().append(second).eraseToAnyPublisher().mapError { $0 }.eraseToAnyPublisher()
    }
    stream.subscribe(recorder)
    recorder.request(.max(5))
    for i in 1...8 { first.send(i) }
    #expect(first.asked.prefix(2) == [.request(.max(12)), .request(.max(5))])
    if name == "append" || name == "a chain" { first.finish() } else { first.fail(.here) }
    #expect((name == "retry" ? first : second).asked.last == .request(.max(33)))
    recorder.cancel()
    #expect(recorder.violations == [])
  }
}
