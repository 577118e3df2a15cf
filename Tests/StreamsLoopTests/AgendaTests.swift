import Streams
import StreamsLoop
import Testing

@Suite struct AgendaTests {
  @Test func theEarliestComesFirstAndEqualMomentsKeepTheirOrder() {
    var agenda = Agenda<Appointment>()
    let entries = [5, 3, 9, 3, 1, 9, 5, 3].map { Appointment(due: $0) }
    for entry in entries { agenda.enter(entry) }
    #expect(agenda.nextDue == 1)
    func takeDue(at now: Int) -> [Int] {
      agenda.takeDue(at: now).map { entry in entries.firstIndex { $0 === entry }! }
    }
    #expect(takeDue(at: 4) == [4, 1, 3, 7])
    #expect(takeDue(at: 4) == [])
    #expect(takeDue(at: 100) == [0, 6, 2, 5])
    #expect(agenda.isEmpty)
  }

  @Test func anyEntryCanBeRemovedOnce() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var agenda = Agenda<Appointment>()
      let entries = (0..<40).map { _ in Appointment(due: Int.random(in: 0..<50, using: &random)) }
      for entry in entries { agenda.enter(entry) }
      let kept = entries.filter { entry in
        if Bool.random(using: &random) { return true }
        let answers = [agenda.remove(entry), agenda.remove(entry)]
        #expect(answers == [true, false])
        return false
      }
      let order = agenda.takeDue(at: .max).map(\.due)
      #expect(order == kept.map(\.due).sorted())
    }
  }

  @Test func aMomentIsRoundedUpToTheMillisecond() {  // C107
    #expect(Agenda.milliseconds(of: -5) == 0)
    #expect(Agenda.milliseconds(of: 1) == 1)
    #expect(Agenda.milliseconds(of: 1_000_000) == 1)
    #expect(Agenda.milliseconds(of: 1_000_001) == 2)
    #expect(Agenda.milliseconds(of: .max) == UInt64(Int.max / 1_000_000) + 1)
  }

  @Test func missedTurnsAreLeftOutAndTheBeatIsKept() {
    #expect(100.nextTurn(every: 10, now: 105) == 110)
    #expect(100.nextTurn(every: 10, now: 110) == 120)
    #expect(100.nextTurn(every: 10, now: 1_234) == 1_240)
    #expect(100.nextTurn(every: 0, now: 500) == 501)
    #expect((Int.max - 1).nextTurn(every: .max, now: .max) == .max)
    #expect(Int.min.nextTurn(every: 1, now: .max - 1) == .max)
    #expect(Int.min.nextTurn(every: 10, now: 0) == Int.min.nextTurn(every: 10, now: 1))
  }
}
