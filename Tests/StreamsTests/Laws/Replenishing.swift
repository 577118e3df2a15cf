import Streams
import StreamsTesting
import Testing

extension Row {
  /// Operators in a form that drops some of 0, 0, 0, 1, 2; ``output(of:)`` says what is left.
  static let suppressors: [Row] = [
    suppressor("filter") { a in a.filter { $0 != 0 }.eraseToAnyPublisher() },
    suppressor("tryFilter") { a in a.tryFilter { $0 != 0 }.failing(with: Oops.self).eraseToAnyPublisher() },
    suppressor("compactMap") { a in a.compactMap { $0 == 0 ? nil : $0 }.eraseToAnyPublisher() },
    suppressor("tryCompactMap") { a in
      a.tryCompactMap { $0 == 0 ? nil : $0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    suppressor("removeDuplicates", [0, 1, 2]) { a in a.removeDuplicates().eraseToAnyPublisher() },
    suppressor("removeDuplicates(by:)", [0, 1, 2]) { a in a.removeDuplicates { $0 == $1 }.eraseToAnyPublisher() },
    suppressor("tryRemoveDuplicates", [0, 1, 2]) { a in
      a.tryRemoveDuplicates { $0 == $1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    suppressor("drop(while:)") { a in a.drop { $0 == 0 }.eraseToAnyPublisher() },
    suppressor("tryDrop(while:)") { a in a.tryDrop { $0 == 0 }.failing(with: Oops.self).eraseToAnyPublisher() },
    suppressor("dropFirst") { a in a.dropFirst(3).eraseToAnyPublisher() },
    suppressor("drop(untilOutputFrom:)") { a in
      let other = PassthroughSubject<Int, Oops>()
      let upstream = a.map { value in
        if value == 1 { other.send(0) }
        return value
      }
      return upstream.drop(untilOutputFrom: other).eraseToAnyPublisher()
    },
    suppressor("output(in:)") { a in a.output(in: 3...).eraseToAnyPublisher() },
    suppressor("output(at:)", [2]) { a in a.output(at: 4).eraseToAnyPublisher() },
  ]

  private static func suppressor(
    _ name: String, _ left: [Int] = [1, 2], _ make: @escaping @Sendable (Source) -> Source
  ) -> Row {
    Row(name: name, answer: { _ in left }) { a, _ in make(a) }
  }
}

@Test("C23: a value that is dropped costs downstream no demand, and no more is asked for", arguments: Row.suppressors)
func droppedValuesAreReplenished(row: Row) {
  let left = row.output(of: [])
  for oneAtATime in [false, true] {
    let bench = LawBench(row, demand: oneAtATime ? .max(1) : .max(left.count))
    if oneAtATime { bench.recorder.onValue = { recorder, _ in recorder.values.count < left.count ? .max(1) : .none } }
    bench.subscribe()
    for value in [0, 0, 0, 1, 2] {
      #expect(bench.probe.demand != .none)
      bench.send(value)
    }
    #expect(bench.recorder.values == left)
    #expect(bench.probe.demand == .none)
    bench.finish()
    #expect(bench.recorder.violations == [])
  }
}

@Test("C23: without demand nothing is asked for in place of a dropped value", arguments: Row.suppressors)
func replenishingStopsWithTheDemand(row: Row) {
  let left = row.output(of: [])
  let recorder = Recorder<Int, Oops>(demand: .max(left.count))
  var taken = 0
  let source = [0, 0, 0, 1, 2, 3, 0, 3].publisher.failing(with: Oops.self).map { value in
    taken += 1
    return value
  }
  row.make(source.eraseToAnyPublisher(), VirtualTime()).subscribe(recorder)
  #expect(recorder.values == left)
  #expect(taken == 5)
  recorder.cancel()
}
