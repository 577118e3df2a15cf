import Streams
import StreamsTesting
import Testing

/// What holds for everything that takes all and answers once, over a table of them. The answers are texts.
@Suite struct FoldTests {
  typealias Source = Probe<Int, Broken>

  struct Row: @unchecked Sendable, CustomTestStringConvertible {
    let name: String
    /// The answer to 1, 2, 3 and to nothing.
    let answer: String
    /// nil: it finishes without one.
    let ofNothing: String?
    let apply: (AnyPublisher<Int, Broken>) -> AnyPublisher<String, any Error>
    var testDescription: String { name }

    init<P: Publisher>(
      _ name: String, _ answer: String, ofNothing: String?, _ apply: @escaping (AnyPublisher<Int, Broken>) -> P
    ) {
      self.name = name
      self.answer = answer
      self.ofNothing = ofNothing
      self.apply = { apply($0).map { "\($0)" }.mapError { $0 as any Error }.eraseToAnyPublisher() }
    }
  }

  static let rows = [
    Row("Reduce", "6", ofNothing: "0") { $0.reduce(0, +) },
    Row("TryReduce", "6", ofNothing: "0") { $0.tryReduce(0) { $0 + $1 } },
    Row("Collect", "[1, 2, 3]", ofNothing: "[]") { $0.collect() },
    Row("Count", "3", ofNothing: "0") { $0.count() },
    Row("Last", "3", ofNothing: nil) { $0.last() },
    Row("LastWhere", "3", ofNothing: nil) { $0.last { $0 != 2 } },
    Row("TryLastWhere", "2", ofNothing: nil) { $0.tryLast { $0 != 3 } },
    Row("Comparison", "1", ofNothing: nil) { $0.min() },
    Row("TryComparison", "3", ofNothing: nil) { $0.tryMax { $0 < $1 } },
    Row("Contains", "false", ofNothing: "false") { $0.contains(9) },
    Row("ContainsWhere", "false", ofNothing: "false") { $0.contains { $0 > 3 } },
    Row("TryContainsWhere", "false", ofNothing: "false") { $0.tryContains { $0 > 3 } },
    Row("AllSatisfy", "true", ofNothing: "true") { $0.allSatisfy { $0 < 4 } },
    Row("TryAllSatisfy", "true", ofNothing: "true") { $0.tryAllSatisfy { $0 < 4 } },
  ]

  private func connect(
    _ row: Row, _ source: Source, demand: Subscribers.Demand = .none
  ) -> Recorder<String, any Error> {
    let recorder = Recorder<String, any Error>(demand: demand)
    row.apply(source.eraseToAnyPublisher()).subscribe(recorder)
    return recorder
  }

  @Test(arguments: rows) func itAsksForEverythingAndAnswersOnce(row: Row) {  // DETAILS 20
    let source = Source()
    let recorder = connect(row, source, demand: .max(5))
    for value in 1...3 { #expect(source.send(value) == Subscribers.Demand.none) }
    #expect(recorder.values == [])
    source.finish()
    #expect(recorder.values == [row.answer] && recorder.isFinished)
    #expect(source.asked == [.request(.unlimited)])
    #expect(recorder.violations == [])
  }

  @Test(arguments: rows) func theAnswerWaitsUntilItIsAskedFor(row: Row) {  // C47
    let source = Source()
    let recorder = connect(row, source)
    for value in 1...3 { source.send(value) }
    source.finish()
    #expect(recorder.values == [] && recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [row.answer] && recorder.isFinished)
    recorder.request(.max(1))
    #expect(recorder.values.count == 1)
    #expect(recorder.violations == [])
  }

  @Test(arguments: rows) func ofNothingItAnswersToo(row: Row) {
    let source = Source()
    let recorder = connect(row, source, demand: .max(1))
    source.finish()
    #expect(recorder.values == [row.ofNothing].compactMap { $0 } && recorder.isFinished)
  }

  @Test(arguments: rows) func aFailureComesAtOnceAndInsteadOfTheAnswer(row: Row) {  // C46
    let source = Source()
    let recorder = connect(row, source)
    source.send(1)
    source.fail(.here)
    #expect(recorder.failure as? Broken == .here)
    recorder.request(.max(1))
    #expect(recorder.values == [])
    #expect(recorder.violations == [])
  }

  @Test(arguments: rows) func aCancelHoldsAlsoWhileTheAnswerWaits(row: Row) {  // C64
    let source = Source()
    let recorder = connect(row, source)
    for value in 1...3 { source.send(value) }
    source.finish()
    recorder.cancel()
    recorder.request(.max(1))
    #expect(recorder.values == [])
    let other = Source(keepsLaw: false)
    let early = connect(row, other)
    early.cancel()
    other.send(1)
    other.finish()
    #expect(other.asked == [.request(.unlimited), .cancel])
    #expect(early.violations == [])
  }

  @Test(arguments: rows) func cancelledInsideTheAnswerItSendsNoEnd(row: Row) {
    let source = Source()
    let recorder = connect(row, source, demand: .max(1))
    recorder.onValue = { recorder, _ in
      recorder.cancel()
      return .none
    }
    for value in 1...3 { source.send(value) }
    source.finish()
    #expect(recorder.values == [row.answer])
    #expect(recorder.violations == [])
  }

  @Test(arguments: rows) func aSecondSubscriptionIsCancelledAndEarlyValuesAreDropped(row: Row) {  // C8, C10
    let source = Source(isLate: true, keepsLaw: false)
    let recorder = connect(row, source, demand: .max(1))
    source.send(9)
    source.begin()
    source.begin()
    for value in 1...3 { source.send(value) }
    source.finish()
    source.finish()
    #expect(source.asked == [.request(.unlimited), .cancel])
    #expect(recorder.values == [row.answer])
    #expect(recorder.violations == [])
  }

  @Test(arguments: rows) func itShowsItsNameAndLetsGoOfItsSubscriber(row: Row) {  // C72
    for isCancelled in [false, true] {
      let source = Source()
      weak var held: Recorder<String, any Error>?
      var subscription: (any Subscription)?
      do {
        let recorder = connect(row, source, demand: .max(1))
        held = recorder
        subscription = recorder.subscription
        #expect("\(subscription!)" == row.name)
        recorder.dropSubscription()
      }
      #expect(held != nil)
      if isCancelled { subscription?.cancel() } else { source.finish() }
      #expect(held == nil)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func askingForZeroTraps() async {  // C15
    await #expect(processExitsWith: .failure) { FoldTests.askForZero(0) }
    await #expect(processExitsWith: .failure) { FoldTests.askForZero(2) }
    await #expect(processExitsWith: .failure) { FoldTests.askForZero(3) }
    await #expect(processExitsWith: .failure) { FoldTests.askForZero(7) }
    await #expect(processExitsWith: .failure) { FoldTests.askForZero(13) }
  }

  static func askForZero(_ index: Int) {
    rows[index].apply(Source().eraseToAnyPublisher())
      .subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
  }

  @Test(arguments: rows) func askedAndFinishedByTwoThreadsAtOnceItAnswersOnce(row: Row) async {
    for _ in 0..<200 {
      let source = Source()
      let recorder = connect(row, source)
      let shared = Unchecked((source, recorder.subscription!))
      await withTaskGroup(of: Void.self) { group in
        group.addTask { shared.value.0.finish() }
        group.addTask { shared.value.1.request(.max(1)) }
      }
      #expect(recorder.values == [row.ofNothing].compactMap { $0 } && recorder.isFinished)
    }
  }

  @Test(arguments: rows.filter { $0.ofNothing == nil }) func withNothingToSayItWaitsForNothing(row: Row) {  // C46, C47
    let source = Source()
    let recorder = connect(row, source)
    source.finish()
    #expect(recorder.values == [] && recorder.isFinished)
    recorder.request(.max(1))
    recorder.subscription?.cancel()
    #expect(source.asked == [.request(.unlimited)])
    #expect(recorder.violations == [])
  }

  /// Those that know their answer before upstream ends: when 2 has come.
  static let early = [
    Row("First", "2", ofNothing: nil) { $0.first() },
    Row("TryFirst", "2", ofNothing: nil) { $0.first { $0 > 1 } },
    Row("TryFirstWhere", "2", ofNothing: nil) { $0.tryFirst { if $0 == 9 { throw Broken.there } else { $0 > 1 } } },
    Row("Contains", "true", ofNothing: "false") { $0.contains(2) },
    Row("ContainsWhere", "true", ofNothing: "false") { $0.contains { $0 > 1 } },
    Row("TryContainsWhere", "true", ofNothing: "false") {
      $0.tryContains { if $0 == 9 { throw Broken.there } else { $0 > 1 } }
    },
    Row("AllSatisfy", "false", ofNothing: "true") { $0.allSatisfy { $0 == 1 } },
    Row("TryAllSatisfy", "false", ofNothing: "true") {
      $0.tryAllSatisfy { if $0 == 9 { throw Broken.there } else { $0 == 1 } }
    },
  ]

  @Test(arguments: early) func theRestOfTheStreamIsCancelledBeforeTheAnswerGoesDown(row: Row) {  // C42, DETAILS 3, 26
    let source = Source(keepsLaw: false)
    let recorder = connect(row, source, demand: .max(1))
    var isCancelledFirst = false
    recorder.onValue = { _, _ in
      isCancelledFirst = source.cancelCount == 1
      return .none
    }
    #expect("\(recorder.subscription!)" == row.name)
    source.send(2)
    #expect(recorder.values == [row.answer] && recorder.isFinished)
    #expect(isCancelledFirst)
    source.send(2)
    source.fail(.here)
    #expect(recorder.values.count == 1)
    #expect(source.asked == [.request(.unlimited), .cancel])
    #expect(recorder.violations == [])
    source.dropSubscribers()
  }

  @Test(arguments: early) func anAnswerThatIsKnownEarlyWaitsToo(row: Row) {  // C47, C64
    for isCancelled in [false, true] {
      let source = Source()
      let recorder = connect(row, source)
      source.send(2)
      #expect(source.cancelCount == 1)
      #expect(recorder.values == [] && recorder.completion == nil)
      if isCancelled { recorder.cancel() }
      recorder.request(.max(1))
      #expect(recorder.values == (isCancelled ? [] : [row.answer]))
      #expect(recorder.isFinished == !isCancelled)
      #expect(source.cancelCount == 1)
      #expect(recorder.violations == [])
    }
  }

  @Test(arguments: early) func withoutItTheOppositeIsSaidAtTheEnd(row: Row) {
    let source = Source()
    let recorder = connect(row, source, demand: .max(1))
    source.finish()
    #expect(recorder.values == [row.ofNothing].compactMap { $0 } && recorder.isFinished)
    #expect(source.cancelCount == 0)
  }

  @Test(arguments: early.filter { $0.name.hasPrefix("Try") && $0.name != "TryFirst" })
  func whatTheTestThrowsCancelsUpstreamAndFailsAtOnce(row: Row) {  // C42, C46
    let source = Source()
    let recorder = connect(row, source)
    var isCancelledFirst = false
    recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
    source.send(9)
    #expect(recorder.failure as? Broken == .there)
    #expect(isCancelledFirst)
    recorder.request(.max(1))
    #expect(recorder.values == [])
    #expect(recorder.violations == [])
  }

  @Test(arguments: early) func itEndsASourceThatWouldNeverEnd(row: Row) {  // C7
    let recorder = Recorder<String, any Error>(demand: .max(1))
    row.apply((2...).publisher.setFailureType(to: Broken.self).eraseToAnyPublisher()).subscribe(recorder)
    #expect(recorder.values == [row.answer] && recorder.isFinished)
    #expect(recorder.violations == [])
  }
}
