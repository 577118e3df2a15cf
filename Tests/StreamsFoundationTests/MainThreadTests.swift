import Foundation
import Testing

/// The main thread of the tests is taken: a program of its own, Tests/MainThread, schedules on its.
@Suite struct MainThreadTests {
  @Test("the main queues and the main run loop are schedulers", arguments: ["RunLoop.main.run", "dispatchMain"])
  func everythingOnTheMainThreadRuns(servedBy service: String) throws {
    let program = Process()
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    program.executableURL = folder.appendingPathComponent("mainthread")
    program.arguments = [service]
    let ended = DispatchSemaphore(value: 0)
    program.terminationHandler = { _ in ended.signal() }
    try program.run()
    let isOver = ended.wait(timeout: patience) == .success
    #expect(isOver)
    if !isOver { program.terminate() }
    program.waitUntilExit()
    #expect(program.terminationReason == .exit && program.terminationStatus == 0)
  }
}
