import StreamsLoop
import Testing

@Suite struct ReadGateTests {
  @Test func itOpensReadsOnDemandAndClosesOnce() {
    var gate = ReadGate()
    var steps: [ReadGate.Step] = []
    func next(_ isAsked: Bool) { steps.append(gate.next(isAsked: isAsked)) }
    next(false)  // opens without demand
    next(true)  // but does nothing while that is under way
    gate.done(succeeded: true)
    next(false)
    next(true)
    next(true)
    gate.done(succeeded: true)
    next(true)
    gate.end()
    next(true)  // the read under way comes first
    gate.done(succeeded: false)
    next(true)
    next(true)
    gate.done(succeeded: true)
    next(true)
    #expect(steps == [.open, .none, .none, .read, .none, .read, .none, .close, .none, .none])
    #expect(gate.phase == .closed)
  }

  @Test func whatWasNotOpenedIsNotClosed() {
    var never = ReadGate()
    never.end()
    let first = never.next(isAsked: true)
    #expect(first == .none)
    #expect(never.phase == .closed)

    var failed = ReadGate()
    _ = failed.next(isAsked: true)
    failed.done(succeeded: false)
    failed.end()
    let second = failed.next(isAsked: true)
    #expect(second == .none)
    #expect(failed.phase == .closed)
  }
}
