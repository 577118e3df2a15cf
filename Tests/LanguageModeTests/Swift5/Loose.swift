import Streams
import Testing

// What only Swift 5 lets through, and what ported programs therefore contain.

let globalSubject = PassthroughSubject<Int, Never>()
var globalTokens = Set<AnyCancellable>()

protocol Loading { var loads: AnyPublisher<NotSendable, Error> { get } }

final class NotSendable { var number = 0 }

final class Loader: Loading {
  private let subject = PassthroughSubject<NotSendable, Error>()
  var loads: AnyPublisher<NotSendable, Error> { subject.eraseToAnyPublisher() }
  func load() { subject.send(NotSendable()) }
}

@Suite struct LooseProgram {
  @Test func globalsAndValuesThatAreNotSendable() {
    var sum = 0
    globalSubject.sink { sum += $0 }.store(in: &globalTokens)
    globalSubject.send(2)
    globalTokens.removeAll()
    globalSubject.send(3)
    #expect(sum == 2)
    let loader = Loader()
    var count = 0
    let token: Cancellable = loader.loads.sink(receiveCompletion: { _ in }, receiveValue: { _ in count += 1 })
    loader.load()
    token.cancel()
    loader.load()
    #expect(count == 1)
  }

  @Test func tasksTakeWhateverTheyAreGiven() async {
    let object = NotSendable()
    let subject = CurrentValueSubject<NotSendable, Never>(object)
    let seen = await Task.detached { () -> Int in
      for await value in subject.values { return value.number }
      return -1
    }.value
    #expect(seen == 0)
  }
}
