import CCallgrind
import Glibc

/// One thing to measure: a pipeline and how many values go through it.
public struct Row: Sendable {
  public let id: String
  public let name: String
  /// The two run lengths whose difference is counted, so that what does not depend on the length cancels out.
  let lengths: (short: Int, long: Int)
  /// Whether it does the same in each run: what several threads do takes nanoseconds, but no certain instructions.
  let isCounted: Bool
  let body: @Sendable (Int) -> Int

  /// `body` runs the pipeline over so many values and returns a checksum. `length` is that of the shorter run; the
  /// longer one is six times as long.
  public init(
    _ id: String, _ name: String = "", length: Int = 200, isCounted: Bool = true,
    _ body: @escaping @Sendable (Int) -> Int
  ) {
    self.id = id
    self.isCounted = isCounted
    self.name = name
    self.lengths = (length, 6 * length)
    self.body = body
  }
}

/// What the program does with its rows:
///
///     --list             names them
///     --counted          names those that are counted
///     --count            runs every row in two lengths for callgrind, which writes what it counted for each
///     --ns [ID...]       prints the least and the median CPU time per value of 15 runs
///     --once ID N        runs one row once, for a profiler
public func run(_ rows: [Row]) {
  let arguments = Array(CommandLine.arguments.dropFirst())
  let chosen = arguments.dropFirst()
  switch arguments.first {
  case "--list": for row in rows { print("\(row.id)\t\(row.name)") }
  case "--counted": for row in rows where row.isCounted { print("\(row.id)\t\(row.name)") }
  case "--count": for row in rows where row.isCounted { count(row) }
  case "--ns": for row in rows where chosen.isEmpty || chosen.contains(row.id) { time(row) }
  case "--once":
    guard arguments.count == 3, let length = Int(arguments[2]), let row = rows.first(where: { $0.id == arguments[1] })
    else { return explain() }
    print(row.body(length))
  default: explain()
  }
}

private func explain() {
  print("usage: --list | --counted | --count | --ns [ID...] | --once ID N")
  exit(2)
}

private func count(_ row: Row) {
  guard callgrind_is_running() != 0 else {
    print("--count only makes sense under callgrind")
    exit(2)
  }
  // The first run fills what is made once: metadata, the allocator's lists.
  var check = row.body(row.lengths.short)
  for length in [row.lengths.short, row.lengths.long] {
    "\(row.id)\t\(length)".withCString { label in
      callgrind_zero()
      check &+= row.body(length)
      callgrind_dump(label)
    }
  }
  print(row.id, check)
}

private func time(_ row: Row) {
  var length = row.lengths.long
  func nanoseconds() -> Double {
    let start = processorTime()
    let check = row.body(length)
    let end = processorTime()
    withExtendedLifetime(check) {}
    return end - start
  }
  // So many values that a run takes 20 ms.
  while nanoseconds() < 20_000_000, length < 100_000_000 { length *= 2 }
  let times = (0..<15).map { _ in nanoseconds() / Double(length) }.sorted()
  func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
  print("\(row.id)\t\(rounded(times[0]))\t\(rounded(times[7]))\t\(row.name)")
}

/// The processor time of this process, so that other programs do not count.
private func processorTime() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
  return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
}
