import Streams
import StreamsTesting
import Testing

/// What holds for every operator with one upstream and a subscription of its own, over a table of them.
@Suite struct RelayTests {
  typealias Source = Probe<Int, Broken>

  struct Row: @unchecked Sendable, CustomTestStringConvertible {
    let name: String
    /// What becomes of a value that comes before the subscription.
    let early: EarlySignals
    let trapsOnZero: Bool
    let apply: (AnyPublisher<Int, Broken>) -> AnyPublisher<Int, any Error>
    var testDescription: String { name }

    init<P: Publisher>(
      _ name: String, _ early: EarlySignals, trapsOnZero: Bool = false,
      _ apply: @escaping (AnyPublisher<Int, Broken>) -> P
    ) where P.Output == Int {
      self.name = name
      self.early = early
      self.trapsOnZero = trapsOnZero
      self.apply = { apply($0).mapError { $0 as any Error }.eraseToAnyPublisher() }
    }
  }

  static let rows = [
    Row("TryMap", .passValues) { $0.tryMap { $0 } },
    Row("TryFilter", .trap, trapsOnZero: true) { $0.tryFilter { _ in true } },
    Row("TryCompactMap", .trap, trapsOnZero: true) { $0.tryCompactMap { $0 } },
    Row("TryScan", .passValues) { $0.tryScan(0) { $1 } },
    Row("RemoveDuplicates", .trap, trapsOnZero: true) { $0.removeDuplicates() },
    Row("TryRemoveDuplicates", .trap, trapsOnZero: true) { $0.tryRemoveDuplicates { $0 == $1 } },
    Row("Encode", .pass) { $0.encode(encoder: Plain()) },
    Row("Decode", .pass) { $0.decode(type: Int.self, decoder: Plain()) },
    Row("Drop", .drop, trapsOnZero: true) { $0.dropFirst(0) },
    Row("DropWhile", .drop, trapsOnZero: true) { $0.drop { _ in false } },
    Row("TryDropWhile", .drop, trapsOnZero: true) { $0.tryDrop { _ in false } },
    Row("PrefixWhile", .trap, trapsOnZero: true) { $0.prefix { _ in true } },
    Row("TryPrefixWhile", .trap, trapsOnZero: true) { $0.tryPrefix { _ in true } },
    Row("Output", .pass) { $0.prefix(1_000) },
    Row("HandleEvents", .pass) { $0.handleEvents() },
    Row("Print", .pass) { $0.print("", to: Nowhere()) },
    Row("ReplaceEmpty", .drop, trapsOnZero: true) { $0.replaceEmpty(with: -1) },
  ]

  struct Plain: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) -> Int { value as! Int }
    func decode<T: Decodable>(_ type: T.Type, from stored: Int) -> T { stored as! T }
  }

  struct Nowhere: TextOutputStream {
    mutating func write(_ string: String) {}
  }

  private func connect(_ row: Row, _ source: Source, demand: Subscribers.Demand = .none) -> Recorder<Int, any Error> {
    let recorder = Recorder<Int, any Error>(demand: demand)
    row.apply(source.eraseToAnyPublisher()).subscribe(recorder)
    return recorder
  }

  @Test(arguments: rows) func itsSubscriptionShowsItsName(row: Row) {
    let source = Source()
    let subscription = connect(row, source).subscription!
    #expect("\(subscription)" == row.name)
    #expect((subscription as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription as? String == row.name)
    #expect(!(subscription is any CustomDebugStringConvertible))
    subscription.cancel()
  }

  @Test(arguments: rows) func demandGoesUpAsItIsAndSoDoesWhatIsReturned(row: Row) {  // C12, C13
    let source = Source()
    let recorder = connect(row, source)
    #expect(source.asked == [])
    recorder.request(.max(2))
    recorder.onValue = { _, value in value == 2 ? .max(3) : .none }
    #expect(source.send(1) == Subscribers.Demand.none)
    #expect(source.send(2) == .max(3))
    recorder.request(.unlimited)
    #expect(source.asked == [.request(.max(2)), .returned(.max(3)), .request(.unlimited)])
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test(arguments: rows) func failureComesWithoutDemandAndUpstreamIsNotCancelled(row: Row) {  // C42, C46
    let source = Source()
    let recorder = connect(row, source)
    source.fail(.here)
    #expect(recorder.failure as? Broken == .here)
    recorder.request(.max(1))
    recorder.subscription?.cancel()
    #expect(source.asked == [])  // C41
    #expect(recorder.violations == [])
  }

  @Test(arguments: rows) func nothingComesAfterTheFirstEnd(row: Row) {  // C40, C44
    let source = Source(keepsLaw: false)
    let recorder = connect(row, source, demand: .unlimited)
    source.send(1)
    source.finish()
    source.fail(.here)
    source.send(2)
    source.finish()
    #expect(recorder.values == [1] && recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test(arguments: rows) func cancelledInsideAValueItIsSilentFromThenOn(row: Row) {  // C60, C61
    let source = Source(keepsLaw: false)
    let recorder = connect(row, source, demand: .unlimited)
    recorder.onValue = { recorder, value in
      if value == 2 { recorder.cancel() }
      return .max(5)
    }
    for value in 1...4 { source.send(value) }
    source.fail(.here)
    recorder.cancel()
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations == [])
    #expect(source.cancelCount == 1)
  }

  @Test(arguments: rows) func aSecondSubscriptionIsCancelledAndNotPassedOn(row: Row) {  // C8, DETAILS 22
    let source = Source(isLate: true)
    let recorder = connect(row, source, demand: .max(1))
    source.begin()
    source.begin()
    #expect(source.asked == [.request(.max(1)), .cancel])
    #expect(recorder.signals.count == 1)
  }

  @Test(arguments: rows) func aSynchronousSourceMayAnswerInsideTheSubscription(row: Row) {  // C7
    let source = Source()
    source.onRequest = { source, _ in
      source.send(1)
      source.finish()
    }
    let recorder = connect(row, source, demand: .max(1))
    #expect(recorder.values == [1] && recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test(arguments: rows) func theSubscriberIsLetGoOfWithTheEndAndWithACancel(row: Row) {  // C72, C73
    for isCancelled in [false, true] {
      let source = Source()
      weak var held: Recorder<Int, any Error>?
      var subscription: (any Subscription)?
      do {
        let recorder = connect(row, source, demand: .max(1))
        held = recorder
        subscription = recorder.subscription
        recorder.dropSubscription()
      }
      source.send(1)
      #expect(held != nil)
      if isCancelled { subscription?.cancel() } else { source.fail(.here) }
      #expect(held == nil)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test(arguments: rows) func whatComesBeforeTheSubscriptionIsPassedOrDropped(row: Row) {  // C10, DETAILS 23
    guard row.early != .trap else { return }
    let source = Source(isLate: true, keepsLaw: false)
    let recorder = connect(row, source)
    source.send(1)
    #expect(recorder.values == (row.early == .drop ? [] : [1]))
    source.finish()
    #expect(recorder.isFinished == (row.early == .pass))
    source.begin()
    #expect(source.asked == (row.early == .pass ? [.cancel] : []))  // C8
    recorder.cancel()
  }

  @Test func someTrapOnIt() async {  // C10
    await #expect(processExitsWith: .failure) { RelayTests.sendEarly("TryFilter") }
    await #expect(processExitsWith: .failure) { RelayTests.sendEarly("TryCompactMap") }
    await #expect(processExitsWith: .failure) { RelayTests.sendEarly("RemoveDuplicates") }
    await #expect(processExitsWith: .failure) { RelayTests.sendEarly("TryRemoveDuplicates") }
    await #expect(processExitsWith: .failure) { RelayTests.sendEarly("PrefixWhile") }
    await #expect(processExitsWith: .failure) { RelayTests.sendEarly("TryPrefixWhile") }
    await #expect(processExitsWith: .failure) { RelayTests.sendEarly("PrefixWhile", isEnd: true) }
    await #expect(processExitsWith: .failure) { RelayTests.sendEarly("TryFilter", isEnd: true) }
  }

  static func sendEarly(_ name: String, isEnd: Bool = false) {
    let source = Source(isLate: true, keepsLaw: false)
    let token = rows.first { $0.name == name }!.apply(source.eraseToAnyPublisher())
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    withExtendedLifetime(token) { if isEnd { source.finish() } else { source.send(1) } }
  }

  @Test(arguments: rows) func askingForZeroGoesNoFurther(row: Row) {  // C15, DETAILS 8
    guard !row.trapsOnZero else { return }
    let source = Source()
    let recorder = connect(row, source)
    recorder.request(.none)
    #expect(source.asked == [])
    recorder.cancel()
  }

  @Test func someTrapOnAskingForZero() async {
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("TryFilter") }
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("TryCompactMap") }
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("RemoveDuplicates") }
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("TryRemoveDuplicates") }
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("ReplaceEmpty") }
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("Drop") }
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("DropWhile") }
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("TryDropWhile") }
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("PrefixWhile") }
    await #expect(processExitsWith: .failure) { RelayTests.askForZero("TryPrefixWhile") }
  }

  static func askForZero(_ name: String) {
    rows.first { $0.name == name }!.apply(Source().eraseToAnyPublisher())
      .subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
  }

  @Test(arguments: rows) func aRequestMayRaceWithACancel(row: Row) async {  // C32, C60
    for _ in 0..<100 {
      let source = Source()
      let recorder = connect(row, source)
      let subscription = Unchecked(recorder.subscription!)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { subscription.value.request(.max(1)) }
        group.addTask { subscription.value.cancel() }
        group.addTask { subscription.value.cancel() }
      }
      #expect(source.cancelCount == 1)
    }
  }
}
