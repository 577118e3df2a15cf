import Streams
import StreamsTesting
import Testing

/// An operator that ends by itself cancels upstream first (C42), and that runs anybody's code.
@Suite struct CancelMeetsEndTests {
  typealias Source = Probe<Int, Broken>

  struct Row: @unchecked Sendable, CustomTestStringConvertible {
    let name: String
    /// An operator that cancels the first source when that sends or when the second one fails.
    let apply: (Source, Source) -> AnyPublisher<Int, any Error>
    let endsWithOther: Bool
    var testDescription: String { name }

    init<P: Publisher>(_ name: String, endsWithOther: Bool = false, _ apply: @escaping (Source, Source) -> P)
    where P.Output == Int {
      self.name = name
      self.endsWithOther = endsWithOther
      self.apply = { apply($0, $1).mapError { $0 as any Error }.eraseToAnyPublisher() }
    }
  }

  static let rows = [
    Row("prefix") { a, _ in a.prefix(1) },
    Row("prefix(while:)") { a, _ in a.prefix { _ in false } },
    Row("tryMap") { a, _ in a.tryMap { _ -> Int in throw Broken.there } },
    Row("tryReduce") { a, _ in a.tryReduce(0) { _, _ in throw Broken.there } },
    Row("first") { a, _ in a.first() },
    Row("contains") { a, _ in a.contains(1).map { _ in 1 } },
    Row("buffer") { a, _ in a.buffer(size: 0, prefetch: .byRequest, whenFull: .customError { Broken.there }) },
    Row("flatMap") { a, _ in a.flatMap { _ in Fail<Int, Broken>(error: .there) } },
    Row("switchToLatest") { a, _ in a.map { _ in Fail<Int, Broken>(error: .there) }.switchToLatest() },
    Row("merge", endsWithOther: true) { a, b in a.merge(with: b) },
    Row("zip", endsWithOther: true) { a, b in a.zip(b).map { $0.0 } },
    Row("combineLatest", endsWithOther: true) { a, b in a.combineLatest(b).map { $0.0 } },
  ]

  @Test("C61: no end comes after a cancel that upstream's own cancel brings about", arguments: rows)
  func theCancelWins(row: Row) {
    let (source, other) = (Source(keepsLaw: false), Source(keepsLaw: false))
    let recorder = Recorder<Int, any Error>(demand: row.name == "buffer" ? .none : .max(1))
    row.apply(source, other).subscribe(recorder)
    source.onCancel = { [unowned recorder] _ in recorder.cancel() }
    if row.endsWithOther { other.fail(.here) } else { source.send(1) }
    #expect(source.cancelCount == 1)
    #expect(recorder.isCancelled && recorder.completion == nil)
    #expect(recorder.violations == [])
    recorder.request(.max(1))
    #expect(recorder.violations == [])
    source.dropSubscribers()
    other.dropSubscribers()
  }
}
