import Streams
import StreamsTesting
import Testing

/// The same numbers for the same seed.
private struct Dice: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

@Test("C13: no more comes than was asked for, in order and without loss", arguments: Row.passing)
func demandIsKept(row: Row) {
  for seed in 1...60 as ClosedRange<UInt64> {
    var dice = Dice(state: seed)
    let bench = LawBench(row)
    var answers = Dice(state: seed &* 977)
    bench.recorder.onValue = { recorder, _ in
      switch Int.random(in: 0..<8, using: &answers) {
      case 0: return .max(1)
      case 1: return .max(2)
      case 2:
        recorder.request(.max(1))  // C21, C22: both count
        return .max(1)
      default: return .none
      }
    }
    bench.subscribe()
    var next = 1
    for _ in 0..<60 {
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: bench.request(.max(Int.random(in: 1...3, using: &dice)))
      default:
        if bench.probe.demand != .none {
          bench.send(next)
          next += 1
        }
      }
    }
    bench.settle()
    #expect(bench.recorder.violations == [], "seed \(seed)")
    let came = bench.recorder.values
    #expect(came == came.sorted() && Set(came).count == came.count, "order, seed \(seed)")
    bench.request(.unlimited)
    bench.finish()
    if row.isLossless { #expect(bench.recorder.values == Array(1..<next), "seed \(seed)") }
    #expect(bench.recorder.isFinished, "seed \(seed)")
    #expect(bench.recorder.violations == [], "seed \(seed)")
  }
}

@Test("C12: what receive returns is added to what was asked for", arguments: Row.passing.filter(\.isLossless))
func returnedDemandCounts(row: Row) {
  let bench = LawBench(row, demand: .max(1))
  bench.recorder.onValue = { _, value in value < 3 ? .max(1) : .none }
  bench.subscribe()
  var next = 1
  while next < 20, bench.probe.demand != .none {
    bench.send(next)
    next += 1
  }
  #expect(bench.recorder.values == [1, 2, 3])
  #expect(bench.recorder.violations == [])
}

@Test("C14: unlimited stays unlimited", arguments: Row.all)
func unlimitedStays(row: Row) {
  let bench = LawBench(row, demand: .unlimited)
  bench.subscribe()
  for value in 1...100 {
    bench.send(value)
    bench.request(.max(1))
  }
  bench.finish()
  #expect(bench.recorder.values == row.output(of: Array(1...100)))
  #expect(bench.recorder.isFinished)
  #expect(bench.recorder.violations == [])
}

@Test("C5: demand that comes before upstream's subscription is kept", arguments: Row.all)
func earlyDemandIsKept(row: Row) {
  let bench = LawBench(row, demand: .max(2), isLate: true)
  bench.subscribe()
  bench.begin()
  #expect(bench.probe.demand != .none)
  bench.send(1)
  bench.finish()
  #expect(bench.recorder.values == row.output(of: [1]))
  #expect(bench.recorder.isFinished)
  #expect(bench.recorder.violations == [])
}

@Test("C4: nothing but the end comes before the first request", arguments: Row.all)
func nothingComesUnasked(row: Row) {
  let bench = LawBench(row)
  bench.subscribe()
  // Some ask again for each value that they keep.
  for _ in 0..<20 where bench.probe.demand != .none && bench.probe.demand < .max(10) { bench.send(1) }
  if bench.probe.demand == .unlimited { for value in 1...3 { bench.send(value) } }
  #expect(bench.recorder.values == [])
  #expect(bench.recorder.violations == [])
}
