// Bench harness. bench = all rows; bench --only 1,3a --reps 7 --scale 0.1; bench --single ROW N = one run of N values (for callgrind).
// Prints: peer, row, n, median and minimum CPU ns/value (process CPU time: other programs share the cores), median wall ns/value, -, checksum, name.
#if canImport(Glibc)
  import Glibc
#endif

@inline(never) func nowNs(_ clock: clockid_t) -> Double {
  var t = timespec()
  clock_gettime(clock, &t)
  return Double(t.tv_sec) * 1e9 + Double(t.tv_nsec)
}

/// Accumulator for the sinks: a plain class so that a closure captures one reference.
final class Acc {
  var sum = 0
  @inline(__always) init() {}
}

struct Row {
  let id: String
  let name: String
  let n: Int
  /// runs the pipeline over n values, returns a checksum
  let body: (Int) -> Int
}

typealias CountFn = @convention(c) () -> UInt64
let allocCount: CountFn? = {
  guard let p = dlsym(nil, "alloc_count_get") else { return nil }
  return unsafeBitCast(p, to: CountFn.self)
}()

func fmt(_ d: Double) -> String {
  let i = Int((d * 1000).rounded())
  let f = i % 1000
  return "\(i / 1000).\(f < 10 ? "00" : f < 100 ? "0" : "")\(f)"
}

func runRows(peer: String, rows: [Row]) {
  var args = Array(CommandLine.arguments.dropFirst())
  var only: Set<String>? = nil
  var reps = 5
  var scale = 1.0
  while !args.isEmpty {
    let a = args.removeFirst()
    switch a {
    case "--list":
      for r in rows { print(r.id, r.n, r.name) }
      return
    case "--only":
      only = Set(args.removeFirst().split(separator: ",").map(String.init))
    case "--reps": reps = Int(args.removeFirst())!
    case "--scale": scale = Double(args.removeFirst())!
    case "--single":
      let id = args.removeFirst(), n = Int(args.removeFirst())!
      for r in rows where r.id == id { print(r.body(n)) }
      return
    default: print("bad arg", a); return
    }
  }
  setvbuf(stdout, nil, Int32(_IOLBF), 0)
  for r in rows {
    if let o = only, !o.contains(r.id) { continue }
    let n = max(1, Int(Double(r.n) * scale))
    var check = r.body(max(1, n / 20))  // warm up
    var times: [Double] = [], walls: [Double] = []
    var allocs: UInt64 = 0
    for i in 0..<reps {
      let a0 = allocCount?() ?? 0
      let w0 = nowNs(CLOCK_MONOTONIC), t0 = nowNs(CLOCK_PROCESS_CPUTIME_ID)
      check = r.body(n)
      let t1 = nowNs(CLOCK_PROCESS_CPUTIME_ID), w1 = nowNs(CLOCK_MONOTONIC)
      if i == 0 { allocs = (allocCount?() ?? 0) - a0 }
      times.append((t1 - t0) / Double(n))
      walls.append((w1 - w0) / Double(n))
    }
    times.sort()
    walls.sort()
    let al = allocCount == nil ? "-" : fmt(Double(allocs) / Double(n))
    print(
      "\(peer)\t\(r.id)\t\(n)\t\(fmt(times[times.count / 2]))\t\(fmt(times[0]))\t\(fmt(walls[walls.count / 2]))\t\(al)\t\(check)\t\(r.name)"
    )
  }
}
