import Streams
import StreamsLoop
import StreamsTesting
import Testing

extension LoopTests {
  /// What becomes of operators whose scheduler is a loop that closes (C106). They cannot fail: docs/decisions/105.
  @Suite struct ClosedLoopTests {
    typealias Stream = AnyPublisher<Int, Never>
    typealias Form = (name: String, make: @Sendable (Stream, EventLoop) -> Stream)

    static let forms: [Form] = [
      ("receive", { $0.receive(on: $1).eraseToAnyPublisher() }),
      ("delay", { $0.delay(for: .seconds(60), scheduler: $1).eraseToAnyPublisher() }),
      ("debounce", { $0.debounce(for: .seconds(60), scheduler: $1).eraseToAnyPublisher() }),
      ("throttle", { $0.throttle(for: .seconds(60), scheduler: $1, latest: true).eraseToAnyPublisher() }),
      ("timeout", { $0.timeout(.seconds(60), scheduler: $1).eraseToAnyPublisher() }),
      ("collect by time", { $0.collect(.byTime($1, .seconds(60))).map { $0.count }.eraseToAnyPublisher() }),
      (
        "collect by time or count",
        { $0.collect(.byTimeOrCount($1, .seconds(60), 3)).map { $0.count }.eraseToAnyPublisher() }
      ),
    ]

    private final class Witness {}

    @Test(arguments: 0..<forms.count) func whatComesAfterwardsCancelsUpstreamAndLetsGo(form: Int) throws {
      let form = Self.forms[form]
      let subject = PassthroughSubject<Int, Never>()
      var (cancels, values, ends) = (0, 0, 0)
      weak var witness: Witness?
      let token: AnyCancellable
      let loop = try EventLoop()
      do {
        let kept = Witness()
        witness = kept
        let upstream = subject.handleEvents(receiveCancel: { cancels += 1 }).eraseToAnyPublisher()
        token = form.make(upstream, loop).sink(
          receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in withExtendedLifetime(kept) { values += 1 } })
      }
      subject.send(1)
      try loop.close()
      let before = values
      #expect(before == (["receive", "throttle", "timeout"].contains(form.name) ? 1 : 0), "\(form.name)")
      for value in 2..<10 { subject.send(value) }
      #expect(cancels == 1, "\(form.name)")
      #expect(witness == nil, "\(form.name)")
      #expect((values, ends) == (before, 0), "\(form.name)")
      withExtendedLifetime(token) {}
    }

    @Test(arguments: 0..<forms.count) func anEndThatComesAfterwardsLetsGo(form: Int) throws {
      let form = Self.forms[form]
      let subject = PassthroughSubject<Int, Never>()
      var ends = 0
      weak var witness: Witness?
      let token: AnyCancellable
      let loop = try EventLoop()
      do {
        let kept = Witness()
        witness = kept
        token = form.make(subject.eraseToAnyPublisher(), loop).sink(
          receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in withExtendedLifetime(kept) {} })
      }
      try loop.close()
      subject.send(completion: .finished)
      #expect(witness == nil, "\(form.name)")
      #expect(ends == 0, "\(form.name)")
      withExtendedLifetime(token) {}
    }

    @Test func subscribeOnGoesOnWhereItIsAsked() throws {
      let loop = try EventLoop()
      let subject = PassthroughSubject<Int, Never>()
      var cancels = 0
      var got: [Int] = []
      let token = subject.handleEvents(receiveCancel: { cancels += 1 }).subscribe(on: loop).sink { got.append($0) }
      try loop.run()
      try loop.close()
      subject.send(1)
      token.cancel()
      subject.send(2)
      #expect(got == [1])
      #expect(cancels == 1)
    }
  }
}
