import Glibc
import Synchronization

/// Runs `body` in several threads at once, and waits for them. The number of the thread is its argument.
func inThreads(_ count: Int, _ body: @escaping (Int) -> Void) {
  final class Job {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  let gate = Atomic<Int>(0)
  let threads = (0..<count).map { me in
    var thread = pthread_t()
    let job = Job {
      gate.add(1, ordering: .acquiringAndReleasing)
      while gate.load(ordering: .acquiring) < count { sched_yield() }
      body(me)
    }
    pthread_create(
      &thread, nil,
      { job in
        Unmanaged<Job>.fromOpaque(job!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(job).toOpaque())
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}
