import Streams
import StreamsTesting
import Testing

@Suite struct ChainTests {
  typealias Words = PassthroughSubject<String, Never>
  /// Every operator adds its own layer, and only those that Combine joins are joined.
  typealias Chain = Publishers.RemoveDuplicates<
    Publishers.Debounce<
      Publishers.CompactMap<Publishers.Filter<Publishers.Scan<Words, String>>, Int>, VirtualTime
    >
  >

  @Test func aChainOfFiveHasTheTypeOfItsOperatorsAndIsErasedAtTheEdge() {
    let (words, time) = (Words(), VirtualTime())
    let chain = words.scan("") { $0 + $1 }.filter { $0.count < 4 }.compactMap { Int($0) }
      .debounce(for: .seconds(1), scheduler: time).removeDuplicates()
    #expect(type(of: chain) == Chain.self)
    let erased: AnyPublisher<Int, Never> = chain.eraseToAnyPublisher()
    #expect("\(type(of: erased))" == "AnyPublisher<Int, Never>")

    var values: [Int] = []
    let token = erased.sink { values.append($0) }
    words.send("1")
    words.send("2")
    time.advance(by: .seconds(1))
    #expect(values == [12])
    words.send("x")  // no number any more
    words.send("45")  // too long
    time.advance(by: .seconds(1))
    #expect(values == [12])
    token.cancel()
  }

  @Test func cancellingReachesEveryOperatorAboveAndTheSource() {
    let source = Probe<Int, Never>()
    var cancelled: [String] = []
    let token =
      source
      .handleEvents(receiveCancel: { cancelled.append("first") })
      .map { $0 + 1 }
      .removeDuplicates()
      .handleEvents(receiveCancel: { cancelled.append("second") })
      .sink { _ in }
    token.cancel()
    #expect(cancelled == ["second", "first"])
    #expect(source.asked == [.request(.unlimited), .cancel])
  }
}
