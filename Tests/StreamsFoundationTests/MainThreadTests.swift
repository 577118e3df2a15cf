import Foundation
import Glibc
import Testing

/// The main thread of the tests is taken: a program of its own, Tests/MainThread, schedules on its.
@Suite struct MainThreadTests {
  @Test("the main queues and the main run loop are schedulers", arguments: ["RunLoop.main.run", "dispatchMain"])
  func everythingOnTheMainThreadRuns(servedBy service: String) {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #expect(status(of: [folder.appendingPathComponent("mainthread").path, service]) == 0)
  }

  /// How a program ends; nil if it does not start, or has to be killed. (`Process` leaks a little.)
  private func status(of command: [String]) -> Int32? {
    let words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var (id, ending) = (pid_t(0), Int32(0))
    guard posix_spawn(&id, command[0], nil, nil, words, [nil]) == 0 else { return nil }
    let deadline = patience
    while waitpid(id, &ending, WNOHANG) == 0 {
      if DispatchTime.now() > deadline {
        kill(id, SIGKILL)
        waitpid(id, &ending, 0)
        return nil
      }
      wait(milliseconds: 5)
    }
    return ending
  }
}
