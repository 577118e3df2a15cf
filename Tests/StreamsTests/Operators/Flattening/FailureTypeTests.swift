import Streams
import Testing

private struct TypedFault: Error, Equatable {}

/// Streams that can fail and streams that cannot, one inside the other: each combination has its type, as in Combine.
@Suite struct FailureTypeTests {
  private func values<P: Publisher>(_ publisher: P) -> ([P.Output], String) {
    var values: [P.Output] = []
    var end = "none"
    let token = publisher.sink(
      receiveCompletion: {
        if case .failure(let failure) = $0 { end = "\(failure)" } else { end = "finished" }
      }, receiveValue: { values.append($0) })
    withExtendedLifetime(token) {}
    return (values, end)
  }

  @Test func flatMapTakesInnerStreamsThatCannotFail() {
    let outer = (1...3).publisher.setFailureType(to: TypedFault.self)
    let made = outer.flatMap { Just($0 * 2) }
    let type = Publishers.FlatMap<
      Publishers.SetFailureType<Just<Int>, TypedFault>, Publishers.Sequence<ClosedRange<Int>, TypedFault>
    >.self
    #expect(Swift.type(of: made) == type)
    #expect(values(made) == ([2, 4, 6], "finished"))
  }

  @Test func flatMapOfAStreamThatCannotFailTakesInnerStreamsThatCan() {
    let made = (1...3).publisher.flatMap { value in
      value == 2
        ? Fail<Int, TypedFault>(error: TypedFault()).eraseToAnyPublisher()
        : Just(value).setFailureType(to: TypedFault.self).eraseToAnyPublisher()
    }
    #expect(values(made) == ([1], "TypedFault()"))
    let failing = Just(1).flatMap { _ in Fail<Int, TypedFault>(error: TypedFault()) }
    #expect(values(failing) == ([], "TypedFault()"))
  }

  @Test func flatMapWhereNothingFailsNeedsNoOtherType() {
    let made: Publishers.FlatMap<Just<Int>, Publishers.Sequence<ClosedRange<Int>, Never>> =
      (1...3).publisher.flatMap { Just($0) }
    #expect(values(made) == ([1, 2, 3], "finished"))
  }

  @Test func switchToLatestTakesEachCombination() {
    let failing = PassthroughSubject<Just<Int>, TypedFault>()
    var got: [Int] = []
    let first = failing.switchToLatest().sink(receiveCompletion: { _ in }, receiveValue: { got.append($0) })
    failing.send(Just(1))
    failing.send(Just(2))
    first.cancel()
    #expect(got == [1, 2])
    #expect(values(Just(Fail<Int, TypedFault>(error: TypedFault())).switchToLatest()) == ([], "TypedFault()"))
    #expect(values(Just(Just(7)).switchToLatest()) == ([7], "finished"))
    let both = Just(Just(8).setFailureType(to: TypedFault.self)).setFailureType(to: TypedFault.self)
    #expect(values(both.switchToLatest()) == ([8], "finished"))
  }
}

private func == <T: Equatable>(lhs: ([T], String), rhs: ([T], String)) -> Bool { lhs.0 == rhs.0 && lhs.1 == rhs.1 }
