import Streams
import StreamsTesting
import Testing

/// Asks for one value at the start and for `more` after each; writes down what comes.
private final class OneAtATime: Subscriber {
  typealias Input = Int
  typealias Failure = Never
  let more: (Int) -> Subscribers.Demand
  var log: [String] = []
  init(more: @escaping (Int) -> Subscribers.Demand) { self.more = more }

  func receive(subscription: any Subscription) {
    log.append("subscription")
    subscription.request(.max(1))
  }
  func receive(_ input: Int) -> Subscribers.Demand {
    log.append("\(input)")
    return more(input)
  }
  func receive(completion: Subscribers.Completion<Never>) { log.append("finished") }
}

@Suite("the contract as its first teachers tell it")
struct TeacherTests {
  @Test("a subscriber that asks for one and one more per value gets 1 to 5 and the completion")
  func oneAndOneMore() {
    let subscriber = OneAtATime { _ in .max(1) }
    (1...5).publisher.subscribe(subscriber)
    #expect(subscriber.log == ["subscription", "1", "2", "3", "4", "5", "finished"])
  }

  @Test("one that returns none after the first value gets that value and then silence: no completion, no error")
  func oneAndSilence() {
    let subscriber = OneAtATime { _ in .none }
    (1...5).publisher.subscribe(subscriber)
    #expect(subscriber.log == ["subscription", "1"])
  }

  @Test("sink asks for everything")
  func sinkAsksForEverything() {
    let probe = Probe<Int, Never>()
    var came: [Int] = []
    let token = probe.sink { came.append($0) }
    #expect(probe.asked == [.request(.unlimited)])
    probe.send(1)
    probe.send(2)
    #expect(came == [1, 2])
    withExtendedLifetime(token) {}
  }

  private final class Label { var text = 0 }

  @Test("assign asks for everything")
  func assignAsksForEverything() {
    let probe = Probe<Int, Never>()
    let label = Label()
    let token = probe.assign(to: \.text, on: label)
    #expect(probe.asked == [.request(.unlimited)])
    probe.send(7)
    #expect(label.text == 7)
    withExtendedLifetime(token) {}
  }

  @Test("a dropped AnyCancellable stops the stream at once")
  func aDroppedTokenStops() {
    let probe = Probe<Int, Never>()
    var came: [Int] = []
    var token: AnyCancellable? = probe.sink { came.append($0) }
    probe.send(1)
    withExtendedLifetime(token) {}
    token = nil
    #expect(probe.asked.last == .cancel)
    probe.send(2)
    #expect(came == [1])
  }

  @Test("a stored AnyCancellable keeps the stream running until the store goes")
  func aStoredTokenKeepsIt() {
    let probe = Probe<Int, Never>()
    var came: [Int] = []
    var store = Set<AnyCancellable>()
    probe.sink { came.append($0) }.store(in: &store)
    probe.send(1)
    probe.send(2)
    #expect(came == [1, 2])
    #expect(probe.cancelCount == 0)
    store.removeAll()
    #expect(probe.cancelCount == 1)
  }

  @Test("cancel reaches every operator above and the source")
  func cancelReachesTheSource() {
    let (a, b) = (Probe<Int, Never>(), Probe<Int, Never>())
    let side = Probe<Int, Never>()
    let token = a.zip(b).map { $0.0 + $0.1 }.merge(with: side.removeDuplicates()).collect(2)
      .flatMap { $0.publisher }.filter { $0 > 0 }.sink { _ in }
    token.cancel()
    #expect([a.cancelCount, b.cancelCount, side.cancelCount] == [1, 1, 1])
    #expect([a.subscriberCount, b.subscriberCount, side.subscriberCount] == [0, 0, 0])
  }

  @Test("five operators make one type that tells the chain, and the edge hides it")
  func fiveOperators() {
    let time = VirtualTime()
    let probe = Probe<Int, Never>()
    let chain = probe.filter { $0 > 0 }.map { "\($0)" }.compactMap { Int($0) }
      .debounce(for: .seconds(1), scheduler: time).removeDuplicates()
    typealias Source = Publishers.Map<Publishers.Filter<Probe<Int, Never>>, String>
    let typed: Publishers.RemoveDuplicates<Publishers.Debounce<Publishers.CompactMap<Source, Int>, VirtualTime>> = chain
    let erased: AnyPublisher<Int, Never> = typed.eraseToAnyPublisher()
    var came: [Int] = []
    let token = erased.sink { came.append($0) }
    for value in [3, -1, 3, 4] {
      probe.send(value)
      time.advance(by: .seconds(1))
    }
    #expect(came == [3, 4])
    token.cancel()
    #expect(probe.asked == [.request(.unlimited), .returned(.max(1)), .cancel])
  }
}
