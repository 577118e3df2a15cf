import StreamsLoop
import Testing

@Suite struct LoopStateTests {
  private func thrown(_ body: () throws(LoopError) -> Void) -> LoopError? {
    do throws(LoopError) { try body() } catch { return error }
    return nil
  }

  @Test func onlyAnIdleLoopOfOurOwnRuns() throws {
    var state = LoopState(isAdopted: false)
    try state.run(inOwnThread: false)
    #expect(thrown { () throws(LoopError) in try state.run(inOwnThread: false) } == .busy)
    let isClosing = state.rest()
    #expect(!isClosing)
    try state.run(inOwnThread: true)
    #expect(state.isHeld)
    var adopted = LoopState(isAdopted: true)
    #expect(thrown { () throws(LoopError) in try adopted.run(inOwnThread: false) } == .notSupported)
  }

  @Test func whoClosesDependsOnWhoRuns() throws {
    var state = LoopState(isAdopted: false)
    let first = try state.close(isCurrent: false, isInside: false)
    #expect(first == .here)
    #expect(thrown { () throws(LoopError) in _ = try state.close(isCurrent: false, isInside: false) } == .busy)
    state.finishClosing()
    let again = try state.close(isCurrent: false, isInside: false)
    #expect(again == .done)

    state = LoopState(isAdopted: false)
    try state.run(inOwnThread: true)
    let started = try state.close(isCurrent: false, isInside: false)
    #expect(started == .there)
    let isClosing = state.rest()
    #expect(isClosing)
    #expect(state.phase == .closing)

    var adopted = LoopState(isAdopted: true)
    #expect(thrown { () throws(LoopError) in _ = try adopted.close(isCurrent: false, isInside: false) } == .wrongThread)
    let here = try adopted.close(isCurrent: true, isInside: false)
    #expect(here == .here)
  }

  @Test func aStopIsRememberedUntilItIsUsedUp() throws {
    var state = LoopState(isAdopted: false)
    try state.stop()
    #expect(!state.isEnding)
    let answers = [state.takeStop(), state.takeStop()]
    #expect(answers == [true, false])
  }
}
