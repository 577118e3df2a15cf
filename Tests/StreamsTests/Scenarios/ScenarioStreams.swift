import Streams
import StreamsTesting

/// The one place that knows how a scenario's words become a stream. The words are in Words, a file for each folder of
/// Sources/Streams; each of its functions gives nil for a word it does not know. Tests/StreamsCTests/scenarios/words has
/// the same files over the C ABI.
func buildStream(_ bench: ScenarioBench) throws -> ScenarioRunner.Stream {
  if let stream = try publisherWords(bench, try bench.word(0)) ?? subjectWords(bench, bench.word(0)) { return stream }
  let (a, name) = (try bench.input(try bench.word(0)), try bench.word(1))
  let tables = [
    transformingWords, filteringWords, foldingWords, combiningWords, flatteningWords, timingWords, sharingWords,
    observingWords, erasureWords,
  ]
  for words in tables { if let stream = try words(bench, a, name) { return stream } }
  throw bench.fail("unknown operator \"\(name)\"")
}

extension ScenarioBench {
  /// The words after the operator's own.
  var options: [String] { Array(scenario.stream.dropFirst(2)) }
}

// MARK: - The functions that scenarios name (docs/scenarios.md)

func double(_ value: ScenarioValue) -> ScenarioValue { .number(value.number! * 2) }

func isEven(_ value: ScenarioValue) -> Bool { value.number! % 2 == 0 }

/// Half of an even number; an odd one has none.
func half(_ value: ScenarioValue) throws -> ScenarioValue {
  guard isEven(value) else { throw ScenarioFailure("odd") }
  return .number(value.number! / 2)
}

func add(_ sum: ScenarioValue, _ value: ScenarioValue) -> ScenarioValue {
  .number(sum.number! + value.number!)
}

/// Refuses a sum of two digits.
func addUpTo9(_ sum: ScenarioValue, _ value: ScenarioValue) throws -> ScenarioValue {
  let sum = add(sum, value)
  try refuseBig(sum)
  return sum
}

/// Those below fail with `!big` for a number of two digits.
func refuseBig(_ values: ScenarioValue...) throws {
  for value in values where !isSmall(value) { throw ScenarioFailure("big") }
}

func isSmall(_ value: ScenarioValue) -> Bool { value.number! <= 9 }

func isEvenUpTo9(_ value: ScenarioValue) throws -> Bool {
  try refuseBig(value)
  return isEven(value)
}

func isSameUpTo9(_ one: ScenarioValue, _ other: ScenarioValue) throws -> Bool {
  try refuseBig(one, other)
  return one == other
}

func halfUpTo9(_ value: ScenarioValue) throws -> ScenarioValue? {
  try refuseBig(value)
  return try? half(value)
}
