import Glibc
import Synchronization
import Testing

/// Something that is to trap, and its name.
typealias Trapping = (name: String, body: () -> Void)

/// For the body of an exit test: says which of these do not trap, and ends the process: one serves for all of them.
/// It ends without a look for leaks, since what trapped is left as it was.
func reportSurvivors(_ cases: [Trapping]) {
  let survivors = cases.filter { !Traps.isTrap($0.body) }.map(\.name)
  print("\nsurvivors of \(cases.count): \(survivors)")
  fflush(nil)
  _exit(0)
}

/// What the exit test said.
func expectNoSurvivors(_ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation) {
  let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
  let report = text.split(separator: "\n").last { $0.hasPrefix("survivors") } ?? "no report"
  #expect(report.hasSuffix(": []") && !report.hasPrefix("survivors of 0"), "\(report)", sourceLocation: sourceLocation)
}

/// Tells whether something traps, and lives on: the thread that trapped stands still for ever.
/// The process is good for nothing else afterwards.
private enum Traps {
  nonisolated(unsafe) static let ended = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()

  private final class Run {
    let body: () -> Void
    let hasReturned = Atomic<Bool>(false)
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  static func isTrap(_ body: @escaping () -> Void) -> Bool {
    _ = ended
    for number in [SIGILL, SIGTRAP] {
      signal(number) { _ in
        sem_post(Traps.ended)
        while true { pause() }
      }
    }
    let run = Run(body)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        let run = Unmanaged<Run>.fromOpaque(argument!).takeRetainedValue()
        run.body()
        run.hasReturned.store(true, ordering: .releasing)
        sem_post(Traps.ended)
        return nil
      }, Unmanaged.passRetained(run).toOpaque())
    precondition(status == 0)
    sem_wait(ended)
    guard run.hasReturned.load(ordering: .acquiring) else { return true }
    pthread_join(thread, nil)
    return false
  }
}

@Test("what returns although it should trap is found, and the process goes on")
func survivorsAreFound() async {
  let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
    reportSurvivors([
      ("traps", { preconditionFailure("on purpose") }), ("returns", {}), ("traps too", { fatalError("on purpose") }),
    ])
  }
  let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
  #expect(text.contains("\nsurvivors of 3: [\"returns\"]\n"))
}
