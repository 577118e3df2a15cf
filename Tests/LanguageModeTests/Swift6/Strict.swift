import Streams
import Testing

// What Swift 6 checks: streams of values that may cross threads may cross them too.

private let tokens = Tokens()
private let globalSubject = PassthroughSubject<Int, Never>()
private let globalStream: AnyPublisher<Int, Never> = globalSubject.map { $0 + 1 }.eraseToAnyPublisher()

private actor Tokens {
  private var all: [AnyCancellable] = []
  func keep(_ token: AnyCancellable) { all.append(token) }
  func drop() { all = [] }
}

private actor Account {
  private let balance = CurrentValueSubject<Int, Never>(0)
  nonisolated var balances: AnyPublisher<Int, Never> { balance.eraseToAnyPublisher() }
  func deposit(_ amount: Int) { balance.value += amount }
}

private struct Service: Sendable {
  let events: PassthroughSubject<String, any Error>
  let latest: CurrentValueSubject<Int, Never>
  let answer: Future<Int, Never>
  let stream: AnyPublisher<[String], any Error>
  let one: Just<Int>
  let none: Empty<Int, Never>
  let bad: Fail<Int, Never>
  let numbers: Publishers.Sequence<[Int], Never>
  let maybe: Optional<Int>.Publisher
  let outcome: Result<Int, Never>.Publisher
  let record: Record<Int, Never>
  let signal: ObservableObjectPublisher
}

private func needsSendable<T: Sendable>(_: T.Type) -> Bool { true }

@Suite struct StrictProgram {
  @Test func streamsOfSendableValuesAreSendable() {
    #expect(needsSendable(Service.self))
    #expect(needsSendable(AnyCancellable.self))
    #expect(needsSendable(Subscribers.Completion<any Error>.self) && needsSendable(Subscribers.Demand.self))
    #expect(needsSendable(CombineIdentifier.self) && needsSendable(ImmediateScheduler.self))
    #expect(needsSendable(Published<Int>.Publisher.self))
    #expect(needsSendable(AsyncPublisher<AnyPublisher<Int, Never>>.self))
    #expect(needsSendable(Publishers.MakeConnectable<Just<Int>>.self))
    #expect(needsSendable(Publishers.Share<AnyPublisher<Int, Never>>.self))
    #expect(needsSendable(Publishers.Autoconnect<Publishers.MakeConnectable<Just<Int>>>.self))
  }

  @Test func aTokenAndASubjectGoToAnotherTask() async {
    let seen = CurrentValueSubject<[Int], Never>([])
    await tokens.keep(globalStream.sink { seen.value.append($0) })
    await withTaskGroup(of: Void.self) { group in
      for i in 0..<10 { group.addTask { globalSubject.send(i) } }
    }
    #expect(seen.value.sorted() == Array(1...10))
    await tokens.drop()
    globalSubject.send(10)
    #expect(seen.value.count == 10)
  }

  @Test func anActorPublishesWithoutBeingWaitedFor() async {
    let account = Account()
    let log = CurrentValueSubject<[Int], Never>([])
    let token = account.balances.sink { log.value.append($0) }
    await account.deposit(5)
    await account.deposit(2)
    #expect(log.value == [0, 5, 7])
    token.cancel()
  }
}
