import Streams
import StreamsTesting
import Testing

/// What holds for every transparent operator (C6), over a table of them.
@Suite struct PassingTests {
  typealias Source = Probe<Int, Broken>

  struct Row: @unchecked Sendable, CustomTestStringConvertible {
    let name: String
    let apply: (AnyPublisher<Int, Broken>) -> AnyPublisher<Int, Broken>
    var testDescription: String { name }

    init(_ name: String, _ apply: @escaping (AnyPublisher<Int, Broken>) -> some Publisher<Int, Broken>) {
      self.name = name
      self.apply = { apply($0).eraseToAnyPublisher() }
    }
  }

  static let rows = [
    Row("Map") { $0.map { $0 } },
    Row("Filter") { $0.filter { _ in true } },
    Row("CompactMap") { $0.compactMap { $0 } },
    Row("Scan") { $0.scan(0) { $1 } },
    Row("ValueForKey") { $0.map(\.self) },
    Row("ValueForKeys, two") { $0.map(\.self, \.self).map { $0.1 } },
    Row("ValueForKeys, three") { $0.map(\.self, \.self, \.self).map { $0.2 } },
    Row("ReplaceNil") { $0.map { Optional($0) }.replaceNil(with: 0) },
    Row("Breakpoint") { $0.breakpoint(receiveOutput: { _ in false }) },
    Row("MapError") { $0.mapError { $0 } },
  ]

  @Test(arguments: rows) func upstreamsOwnSubscriptionGoesDown(row: Row) {  // DETAILS 2
    let source = Source()
    let recorder = Recorder<Int, Broken>(demand: .max(1))
    row.apply(source.eraseToAnyPublisher()).subscribe(recorder)
    #expect("\(recorder.subscription!)" == "Probe")
    recorder.onValue = { _, _ in .max(2) }
    #expect(source.send(1) == .max(2))
    recorder.cancel()
    #expect(source.asked == [.request(.max(1)), .returned(.max(2)), .cancel])
    #expect(recorder.violations == [])
  }

  @Test(arguments: rows) func whateverComesIsPassedOnAlsoOutOfOrder(row: Row) {  // C8, C10, C44
    let source = Source(isLate: true, keepsLaw: false)
    let recorder = Recorder<Int, Broken>(demand: .unlimited)
    row.apply(source.eraseToAnyPublisher()).subscribe(recorder)
    source.send(1)
    source.begin()
    source.begin()
    source.finish()
    source.send(2)
    source.finish()
    #expect(recorder.values == [1, 2])
    #expect(recorder.signals.count == 5)
    #expect(source.asked == [.request(.unlimited), .cancel])  // the recorder's answer to the second
    source.dropSubscribers()
  }

  @Test(arguments: rows) func afterACancelTheyPassOnWhateverABadPublisherSends(row: Row) {  // C6, DETAILS 2
    let source = Source(keepsLaw: false)
    var signals: [String] = []
    row.apply(source.eraseToAnyPublisher()).subscribe(
      AnySubscriber(
        receiveSubscription: { $0.cancel() },
        receiveValue: {
          signals.append("\($0)")
          return .none
        },
        receiveCompletion: { _ in signals.append("end") }))
    source.send(1)
    source.finish()
    #expect(signals == ["1", "end"])
    #expect(source.asked == [.cancel])
    source.dropSubscribers()
  }

  @Test func theirSubscribersShowTheirNames() {  // DETAILS 3
    func name<P: Publisher>(_ chain: (Seeing) -> P) -> String {
      var name = ""
      chain(Seeing { name = "\($0)" }).subscribe(AnySubscriber<P.Output, P.Failure>())
      return name
    }
    #expect(name { $0.map { $0 } } == "Map")
    #expect(name { $0.filter { _ in true } } == "Filter")
    #expect(name { $0.compactMap { $0 } } == "CompactMap")
    #expect(name { $0.scan(0) { $1 } } == "Scan")
    #expect(name { $0.setFailureType(to: Broken.self).mapError { $0 } } == "SetFailureType")
    #expect(name { $0.setFailureType(to: Broken.self) } == "SetFailureType")
    #expect(name { $0.map(\.self) } == "ValueForKey")
    #expect(name { $0.map(\.self, \.self) } == "ValueForKeys")
    #expect(name { $0.map(\.self, \.self, \.self) } == "ValueForKeys")
    #expect(name { $0.ignoreOutput() } == "IgnoreOutput")
    #expect(name { $0.assertNoFailure() } == "AssertNoFailure")
    #expect(name { $0.breakpointOnError() } == "Breakpoint")
  }
}
