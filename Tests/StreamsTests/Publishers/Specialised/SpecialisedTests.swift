import Foundation
import Streams
import StreamsTesting
import Testing

/// Operators on Just, Optional, Result and sequences, which make sources again: decision 050.
@Suite struct SpecialisedTests {
  @Test func onJustTheyDoWhatTheyDoOnAnyStream() {
    for value in [3, 2] { for twin in Twin.just(value) { twin.compare() } }
  }

  @Test func onAnOptionalTheyDoWhatTheyDoOnAnyStream() {
    for value in [3, 2, nil] { for twin in Twin.optional(value) { twin.compare() } }
  }

  @Test func onAResultTheyDoWhatTheyDoOnAnyStream() {
    for result in [Result<Int, Broken>.success(3), .success(2), .failure(.here)] {
      for twin in Twin.result(result) { twin.compare() }
    }
  }

  @Test func onASequenceTheyDoWhatTheyDoOnAnyStream() {
    for values in [[3, 1, 2, 2, 5, 4, 7], [3, 1, 5], [2], []] { for twin in Twin.sequence(values) { twin.compare() } }
  }

  @Test func noneOfThemIsLeftOut() throws {
    try expectAll(Twin.just(3), in: ["JustOperators"], count: 40)
    try expectAll(Twin.optional(3), in: ["OptionalOperators"], count: 30)
    try expectAll(Twin.result(.success(3)), in: ["ResultOperators"], count: 30)
    try expectAll(Twin.sequence([3]), in: ["SequenceOperators", "SequenceAnswers"], count: 30)
  }

  private func expectAll(_ twins: [Twin], in files: [String], count: Int) throws {
    let compared = Set(twins.map(\.name))
    var declared = Set<String>()
    for file in files {
      let path = Scenarios.root.appendingPathComponent("Sources/Streams/Publishers/Specialised/\(file).swift")
      declared.formUnion(publicMethods(in: try String(contentsOf: path, encoding: .utf8)))
    }
    #expect(declared.count >= count, "\(files): \(declared.count)")
    #expect(declared.subtracting(compared) == [], "\(files)")
    #expect(compared.subtracting(declared) == [], "\(files)")
  }

  /// `output(in:)` for `public func output<R: RangeExpression>(in range: R)`.
  private func publicMethods(in text: String) -> Set<String> {
    var names = Set<String>()
    for match in text.matches(of: /public func (\w+)(?:<[^>]*>)?\(/) {
      var depth = 0
      var labels = ""
      var isStart = true
      var label = ""
      for character in text[match.range.upperBound...] {
        if depth == 0 && character == ")" { break }
        if "([<".contains(character) { depth += 1 }
        if ")]>".contains(character) { depth -= 1 }
        if depth == 0 && character == "," {
          isStart = true
        } else if isStart && (character.isLetter || character == "_") {
          label.append(character)
        } else if isStart && !label.isEmpty {
          labels += label + ":"
          (label, isStart) = ("", false)
        }
      }
      names.insert("\(match.1)(\(labels))")
    }
    return names
  }

  @Test func functionsRunWhenTheOperatorIsAppliedAndOnce() {  // C70
    var calls = 0
    func count(_ value: Int) -> Int {
      calls += 1
      return value
    }
    let just = Just(1).map(count)
    let optional = Optional(1).publisher.map(count)
    let result = Result<Int, Broken>.success(1).publisher.map(count)
    let sequence = [1, 2, 3].publisher.map(count)
    #expect(calls == 6)
    for _ in 0..<2 {
      #expect(values(just) == [1] && values(optional) == [1] && values(result) == [1])
      #expect(values(sequence) == [1, 2, 3])
    }
    #expect(calls == 6)
  }

  @Test func onNothingAndOnAFailureNoFunctionIsCalled() {
    let nothing = Int?.none.publisher
    let failed = Result<Int, Broken>.failure(.here).publisher
    func called<T>(_ value: T) -> Bool {
      Issue.record("called")
      return false
    }
    _ = nothing.map(called)
    _ = nothing.filter(called)
    #expect(nothing.allSatisfy(called) == Optional(true).publisher)
    #expect(failed.map(called) == Result.failure(.here).publisher)
    #expect(failed.allSatisfy(called) == Result.failure(.here).publisher)
    _ = failed.tryMap(called)
    _ = [Int]().publisher.map(called)
  }

  @Test func theyAreEqualToTheSourcesTheyAre() {
    #expect(Just(1).min { _, _ in fatalError("called") } == Just(1))
    #expect(Just(1).map { $0 + 1 } == Just(2))
    #expect(Just(1).collect() == Just([1]))
    #expect(Just(1).filter { $0 > 1 } == Int?.none.publisher)
    #expect(Just(1).append(2) == [1, 2].publisher)
    #expect(Optional(1).publisher.replaceEmpty(with: 2) == Just(1))
    #expect(Int?.none.publisher.replaceEmpty(with: 2) == Just(2))
    #expect(Int?.none.publisher.count() == Optional(0).publisher)
    #expect(Result<Int, Broken>.failure(.here).publisher.replaceError(with: 2) == Result.success(2).publisher)
    #expect(Result<Int, Broken>.failure(.here).publisher.count() == Result.failure(.here).publisher)
    #expect((1...3).publisher.map { $0 * 2 } == [2, 4, 6].publisher)
    #expect((1...3).publisher.collect() == Result.success([1, 2, 3]).publisher)
    #expect((1...3).publisher.first() == Optional(1).publisher)
    #expect((1...3).publisher.count() == Just(3))
    #expect([1, 2].publisher.append(3).prepend(0) == [0, 1, 2, 3].publisher)
    #expect("ab".publisher.append("c") == "abc".publisher)
    #expect([1, nil, 3].publisher.replaceNil(with: 2) == [1, 2, 3].publisher)
  }

  /// Which of several operators of one name Swift takes is part of what a program means.
  @Test func theOperatorsAreTakenThatCombineHasFirst() {
    expect(Just("a").map(\.count), is: Publishers.MapKeyPath<Just<String>, Int>.self)
    expect(["a"].publisher.map(\.count), is: Publishers.MapKeyPath<Publishers.Sequence<[String], Never>, Int>.self)
    expect(
      (1...3).publisher.output(in: 0...1), is: Publishers.Output<Publishers.Sequence<ClosedRange<Int>, Never>>.self)
    expect([1].publisher.output(in: 0..<1), is: Publishers.Sequence<[Int], Never>.self)
    expect([1].publisher.collect(2), is: Publishers.CollectByCount<Publishers.Sequence<[Int], Never>>.self)
    expect([1].publisher.count(), is: Just<Int>.self)
    expect([1: 2].publisher.count(), is: Result<Int, Never>.Publisher.self)
    expect([1].publisher.append([2]), is: Publishers.Sequence<[Int], Never>.self)
    expect([1].publisher.append(Just(2)), is: Publishers.Concatenate<Publishers.Sequence<[Int], Never>, Just<Int>>.self)
    expect(
      (1...2).publisher.append(3),
      is: Publishers.Concatenate<Publishers.Sequence<ClosedRange<Int>, Never>, Publishers.Sequence<[Int], Never>>.self)
    expect(Just([1]).append([2]), is: Publishers.Sequence<[[Int]], Never>.self)
    expect(
      Optional(1).publisher.append(2),
      is: Publishers.Concatenate<Int?.Publisher, Publishers.Sequence<[Int], Never>>.self)
    expect(Optional(1).publisher.tryMap { $0 }, is: Publishers.TryMap<Int?.Publisher, Int>.self)
    expect(Just(1).setFailureType(to: (any Error).self), is: Result<Int, any Error>.Publisher.self)
    // What the caller expects comes first.
    let map: Publishers.Map<Just<Int>, String> = Just(1).map { "\($0)" }
    #expect(values(map) == ["1"])
    let filled: AnyPublisher<Int, Never> = [1, nil].publisher.replaceNil(with: 2).eraseToAnyPublisher()
    #expect(values(filled) == [1, 2])
  }

  private func expect<P: Publisher>(_ made: P, is type: Any.Type) {
    #expect(String(reflecting: P.self) == String(reflecting: type))
  }

  @Test func FG10_justHasNothingInAnEmptyRange() {  // row 119
    #expect(Just(1).output(in: 0..<0) == Int?.none.publisher)
    #expect(Just(1).output(in: 0..<1) == Optional(1).publisher)
    #expect(Just(1).output(in: 0...) == Optional(1).publisher)
    #expect(Just(1).output(in: 1...) == Int?.none.publisher)
    #expect(Just(1).output(in: ...0) == Optional(1).publisher)
    #expect(Just(1).output(in: 7..<7) == Int?.none.publisher)
  }

  @Test func placesBelowZeroTrapExceptWhereARangeOfJustAndACollectionHaveNothing() async {
    #expect(Just(1).output(in: -10..<10) == Int?.none.publisher)
    #expect([1, 2].publisher.output(at: -1) == Int?.none.publisher)
    #expect([1, 2].publisher.output(at: 2) == Int?.none.publisher)
    #expect([1, 2].publisher.output(in: -2..<1) == [1].publisher)
    #expect([1, 2].publisher.output(in: 5..<9) == [].publisher)
    #expect(Optional(1).publisher.output(in: 0..<Int.max) == Optional(1).publisher)
    expectNoSurvivors(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        reportSurvivors([
          ("Just(1).prefix(-1)", { _ = Just(1).prefix(-1) }),
          ("Just(1).dropFirst(-1)", { _ = Just(1).dropFirst(-1) }),
          ("Just(1).output(at: -1)", { _ = Just(1).output(at: -1) }),
          ("Int?.none.publisher.prefix(-1)", { _ = Int?.none.publisher.prefix(-1) }),
          ("Int?.none.publisher.dropFirst(-1)", { _ = Int?.none.publisher.dropFirst(-1) }),
          ("Int?.none.publisher.output(at: -1)", { _ = Int?.none.publisher.output(at: -1) }),
          ("Int?.none.publisher.output(in: -10..<10)", { _ = Int?.none.publisher.output(in: -10..<10) }),
          ("[1].publisher.prefix(-1)", { _ = [1].publisher.prefix(-1) }),
          ("[1].publisher.dropFirst(-1)", { _ = [1].publisher.dropFirst(-1) }),
        ])
      })
  }

  @Test func theIndicesOfACollectionAreItsOwn() {
    let slice = [0, 10, 20, 30].dropFirst(2)
    #expect(slice.publisher.output(at: 2) == Optional(20).publisher)
    #expect(slice.publisher.output(at: 0) == Int?.none.publisher)
    #expect(slice.publisher.output(in: 0..<3) == [20].publisher)
    let text = "abc"
    let second = text.index(after: text.startIndex)
    #expect(text.publisher.output(at: second) == Optional("b").publisher)
    #expect(text.publisher.output(at: text.endIndex) == Character?.none.publisher)
    #expect(text.publisher.output(in: second..<text.endIndex) == ["b", "c"].publisher)
  }

  @Test func aSequenceWithoutEndCanBeCutAndAsked() {
    #expect(values((0...).publisher.prefix(3)) == [0, 1, 2])
    #expect(values((0...).publisher.prefix { $0 < 3 }) == [0, 1, 2])
    #expect(values((0...).publisher.dropFirst(5).prefix(2)) == [5, 6])
    #expect(values((0...).publisher.drop { $0 < 5 }.prefix(2)) == [5, 6])
    #expect(values((0...).publisher.first { $0 > 7 }) == [8])
    #expect(values((0...).publisher.contains(100)) == [true])
    #expect(values((0...).publisher.allSatisfy { $0 < 100 }) == [false])
    #expect(values((0...).publisher.tryAllSatisfy { if $0 > 9 { throw Broken.here } else { true } }) == [])
  }

  @Test func ofEqualElementsTheFirstIsLeastAndGreatest() {  // row 47
    let pairs = [(1, "a"), (0, "b"), (1, "c"), (0, "d")]
    #expect(values(pairs.publisher.max { $0.0 < $1.0 }.map(\.1)) == ["a"])
    #expect(values(pairs.publisher.min { $0.0 < $1.0 }.map(\.1)) == ["b"])
  }

  @Test func duplicatesAreThoseOfTheElementBefore() {
    #expect(values([1, 1, 2, 1, 1].publisher.removeDuplicates()) == [1, 2, 1])
    #expect(values([nil, nil, 1, nil].publisher.removeDuplicates()) == [nil, 1, nil])
    #expect(values([Double.nan, .nan, 1].publisher.removeDuplicates()).count == 3)
  }

  @Test func aFailedResultIgnoredFinishesSinceEmptyCannotFail() {
    let recorder = Recorder<Int, Broken>()
    Result<Int, Broken>.failure(.here).publisher.ignoreOutput().subscribe(recorder)
    #expect(recorder.isFinished)
  }

  @Test func aFailedResultRetriedForEverFailsAtOnce() {
    let recorder = Recorder<Int, Broken>()
    Result<Int, Broken>.failure(.here).publisher.retry(-1).subscribe(recorder)
    #expect(recorder.failure == .here)
  }

  @Test func theOperatorThatWorksValueByValueIsAtHandByItsType() {
    var calls = 0
    let map = Publishers.Map(upstream: [1, 2].publisher) { (value: Int) -> Int in
      calls += 1
      return value
    }
    #expect(calls == 0)
    #expect(values(map) == [1, 2] && values(map) == [1, 2])
    #expect(calls == 4)
  }

  private func values<P: Publisher>(_ publisher: P) -> [P.Output] {
    let recorder = Recorder<P.Output, P.Failure>(demand: .unlimited)
    publisher.subscribe(recorder)
    #expect(recorder.completion != nil && recorder.violations == [])
    return recorder.values
  }
}
