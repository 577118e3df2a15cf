import Measuring
import Streams

// A value of either of two subjects; all else sits beside a source whose values are counted.
let combiningRows: [Row] = [
  Row("zip") { n in hotByTurns(n) { $0.zip($1) } },
  Row("combineLatest") { n in hotByTurns(n) { $0.combineLatest($1) } },
  Row("merge(with:)") { n in hotByTurns(n) { $0.merge(with: $1) } },
  Row("Publishers.Merge3") { n in hotByTurns(n) { $0.merge(with: $1, Empty()) } },
  Row("Merge3.merge(with:)") { n in hotByTurns(n) { $0.merge(with: $1, Empty()).merge(with: Empty()) } },
  Row("merge(with: Self)") { n in hotByTurns(n) { $0.merge(with: $1) as Publishers.MergeMany } },
  Row("Publishers.MergeMany") { n in hotByTurns(n) { Publishers.MergeMany([$0, $1]) } },
  Row("prefix(untilOutputFrom:)") { n in cold(n) { $0.prefix(untilOutputFrom: PassthroughSubject<Int, Never>()) } },
  Row("drop(untilOutputFrom:)") { n in cold(n) { $0.drop(untilOutputFrom: Just(0)) } },
]
