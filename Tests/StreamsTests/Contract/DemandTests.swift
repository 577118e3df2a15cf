import Foundation
import Streams
import Testing

@Suite struct DemandTests {
  typealias Demand = Subscribers.Demand

  @Test func noneIsZeroAndUnlimitedIsTheNumberAboveTheGreatestCount() throws {  // C16
    #expect(Demand.none == .max(0))
    #expect(Demand.max(Int.max) < .unlimited)
    #expect(Demand.max(3).max == 3)
    #expect(Demand.unlimited.max == nil)
    #expect(MemoryLayout<Demand>.size == 8)
    let coded = String(decoding: try JSONEncoder().encode([Demand.unlimited]), as: UTF8.self)
    #expect(coded == "[9223372036854775808]")
  }

  @Test func aDemandShowsAsItsCountOrAsUnlimited() {
    #expect("\(Demand.max(3))" == "max(3)")
    #expect("\(Demand.none)" == "max(0)")
    #expect("\(Demand.unlimited)" == "unlimited")
  }

  @Test func sumsTooBigToCountAreUnlimited() {  // C17
    #expect(Demand.max(2) + .max(3) == .max(5))
    #expect(Demand.max(Int.max) + .max(1) == .unlimited)
    #expect(Demand.max(Int.max) + .max(Int.max) == .unlimited)
    #expect(Demand.max(1) + .unlimited == .unlimited)
    #expect(Demand.unlimited + .unlimited == .unlimited)
    #expect(Demand.max(Int.max) + 1 == .unlimited)
    #expect(Demand.max(3) + -2 == .max(1))
    #expect(Demand.unlimited + -5 == .unlimited)
  }

  @Test func productsTooBigToCountAreUnlimitedAndUnlimitedStaysSo() {  // C17
    #expect(Demand.max(4) * 3 == .max(12))
    #expect(Demand.max(4) * 0 == .none)
    #expect(Demand.max(Int.max) * 2 == .unlimited)
    #expect(Demand.unlimited * 0 == .unlimited)
    #expect(Demand.unlimited * -1 == .unlimited)
    #expect(Demand.none * -1 == .none)
  }

  @Test func differencesFollowC18() {
    #expect(Demand.max(5) - .max(3) == .max(2))
    #expect(Demand.max(5) - .max(5) == .none)
    #expect(Demand.max(5) - .unlimited == .none)
    #expect(Demand.unlimited - .max(3) == .unlimited)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.unlimited - 3 == .unlimited)
    #expect(Demand.max(5) - 2 == .max(3))
    #expect(Demand.max(5) - -2 == .max(7))
    #expect(Demand.max(Int.max) - -1 == .none)
  }

  @Test func everyOperatorHasAFormThatAssigns() {
    var demand = Demand.max(1)
    demand += .max(2)
    demand += 3
    demand *= 4
    demand -= .max(3)
    demand -= 1
    #expect(demand == .max(20))
  }

  @Test func unlimitedIsAboveEveryCountAndEveryInt() {  // C19
    #expect(Demand.unlimited > .max(Int.max))
    #expect(Demand.unlimited > Int.max)
    #expect(Int.max < Demand.unlimited)
    #expect(!(Demand.unlimited < Int.max) && !(Demand.unlimited <= Int.max) && Demand.unlimited >= Int.max)
    #expect(!(Int.max > Demand.unlimited) && !(Int.max >= Demand.unlimited) && Int.max <= Demand.unlimited)
    #expect(!(Demand.unlimited == Int.max) && Demand.unlimited != Int.max)
    #expect(Demand.unlimited == .unlimited)
    #expect(Demand.unlimited >= .unlimited && Demand.unlimited <= .unlimited)
  }

  @Test func aCountComparesWithIntsOnEitherSide() {
    #expect(Demand.max(3) == 3 && 3 == Demand.max(3) && Demand.max(3) != 4 && 4 != Demand.max(3))
    #expect(Demand.max(3) < 4 && 2 < Demand.max(3) && Demand.max(3) <= 3 && 3 <= Demand.max(3))
    #expect(Demand.max(3) > -1 && 4 > Demand.max(3) && Demand.max(3) >= 3 && 3 >= Demand.max(3))
    #expect(!(Demand.none < -1) && Demand.none > -1)
    #expect(Set([Demand.max(1), .max(1), .unlimited]).count == 2)
  }

  @Test func itIsCodedAsOneNumberAndGreaterOnesMeanUnlimited() throws {  // C16
    let demands = [Demand.none, .max(7), .unlimited]
    let coded = try JSONEncoder().encode(demands)
    #expect(try JSONDecoder().decode([Demand].self, from: coded) == demands)
    #expect(try JSONDecoder().decode([Demand].self, from: Data("[18446744073709551615]".utf8)) == [.unlimited])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Demand].self, from: Data("[-1]".utf8)) }
  }

  @Test func whatComesToLessThanNothingTraps() async {  // C17, C18, FG8
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) - .max(2) }
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) - 2 }
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) + -2 }
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) * -1 }
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(Int.max) * -2 }
  }
}
