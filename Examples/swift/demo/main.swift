// Three short acts that show what streams are: demo FILE. The twin of Examples/c/demo.c.
//
// 1. the handshake: nothing is sent that was not asked for
// 2. a report on a log file: libuv reads chunks, lines are cut from them, one at a time, without a copy
// 3. a slow consumer: a source that could produce 100 MB produces what is taken, and memory stays flat
//
// scripts/demo runs it after its twin and compares the report with awk's. Ends with 1 if a figure is not what it must
// be.
import Glibc
import Streams
import StreamsLoop

struct Checks {
  private(set) var failed = false

  mutating func expect(_ fine: Bool, _ what: String) {
    if fine { return }
    print("  WRONG: \(what)")
    failed = true
  }
}

// MARK: - 1. The handshake

final class Greeter: Subscriber {
  let asksForMore: Bool
  var received = 0
  var finished = false
  var subscription: (any Subscription)?

  /// Asks for one more with every value, or for nothing after the first.
  init(asksForMore: Bool) { self.asksForMore = asksForMore }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    print("  subscriber: one, please")
    subscription.request(.max(1))
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    received += 1
    print("  publisher:  here is \(value)")
    guard asksForMore else { return .none }
    print("  subscriber: one more, please")
    return .max(1)
  }

  func receive(completion: Subscribers.Completion<Never>) {
    finished = completion == .finished
    print("  publisher:  that was all")
  }
}

func handshake(_ checks: inout Checks) {
  let willing = Greeter(asksForMore: true)
  (1...5).publisher.subscribe(willing)
  checks.expect(willing.received == 5 && willing.finished, "5 values and the end")

  print("   The same, to one that asks for nothing more after the first")
  let content = Greeter(asksForMore: false)
  (1...5).publisher.subscribe(content)
  print("  (silence: nobody asked)")
  checks.expect(content.received == 1 && !content.finished, "1 value and then silence")
  content.subscription?.cancel()
}

// MARK: - 2. A report on a log file

/// The ninth field of a line, if it is three digits: the status in a web server's log.
func status(of line: Bytes) -> Int? {
  let fields = line.split(maxSplits: 9) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  guard fields.count >= 9, fields[8].count == 3 else { return nil }
  return fields[8].reduce(0 as Int?) { number, digit in
    guard let number, digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
    return number * 10 + Int(digit - UInt8(ascii: "0"))
  }
}

func report(on path: String, _ checks: inout Checks) throws {
  let loop = try EventLoop()
  var lines = 0
  var statuses: [Int: Int] = [:]
  var finished = false
  let running = loop.readFile(path).lines()
    .compactMap { line in
      lines += 1
      return status(of: line)
    }
    .sink { completion in
      if case .failure(let error) = completion { print("  \(error)") } else { finished = true }
    } receiveValue: {
      statuses[$0, default: 0] += 1
    }
  try loop.run()
  running.cancel()
  try loop.close()
  checks.expect(finished, "the file was read to its end")

  print("  lines \(lines)")
  for (status, count) in statuses.sorted(by: { $0.key < $1.key }) {
    let digits = String(status)
    print("  status \(String(repeating: "0", count: 3 - digits.count))\(digits) \(count)")
  }
}

// MARK: - 3. A slow consumer

/// What the process holds in memory, in bytes.
func memory() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 200)
  guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
  let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) } ?? 0
}

/// Takes a value when it is told to.
final class SlowConsumer: Subscriber {
  var consumed = 0
  var peak = memory()
  var subscription: (any Subscription)?

  func receive(subscription: any Subscription) { self.subscription = subscription }

  func receive(_ chunk: [UInt8]) -> Subscribers.Demand {
    consumed += 1
    peak = max(peak, memory())
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}

func slowConsumer(every milliseconds: Int, _ checks: inout Checks) throws {
  let loop = try EventLoop()
  let consumer = SlowConsumer()
  let before = consumer.peak
  let seconds = 3
  var produced = 0
  // Erased, so that `map` works when a value is asked for. On the sequence's own publisher it works at once, as
  // Combine's.
  (1...10_000).publisher.eraseToAnyPublisher()
    .map { number in
      produced += 1
      return [UInt8](repeating: UInt8(number & 127), count: 10_000)
    }
    .subscribe(consumer)
  let clock = loop.timer(after: .milliseconds(milliseconds), every: .milliseconds(milliseconds))
    .prefix(seconds * 1000 / milliseconds)
    .sink { _ in
      consumer.subscription?.cancel()
    } receiveValue: { _ in
      consumer.subscription?.request(.max(1))
    }
  try loop.run()
  clock.cancel()
  try loop.close()

  print("  the source can produce 10000 values of 10000 bytes: 100 MB")
  print("  produced \(produced) values, consumed \(consumer.consumed) in \(seconds) s, then cancelled")
  print("  memory \(megabytes(before)) before, \(megabytes(consumer.peak)) at most")
  checks.expect(consumer.consumed >= 100, "the consumer got values all along")
  checks.expect(produced == consumer.consumed, "what was produced is what was consumed")
  checks.expect(before > 0 && consumer.peak - before < 5_000_000, "memory is flat")
}

func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB" }

// MARK: -

guard CommandLine.arguments.count == 2 else {
  print("usage: demo LOGFILE")
  exit(2)
}
let path = CommandLine.arguments[1]
var checks = Checks()
print("1. The handshake: 1 to 5, to a subscriber that asks for one, and one more with each value")
handshake(&checks)
fflush(nil)
print("2. A report on \(path)")
try report(on: path, &checks)
fflush(nil)
print("3. A slow consumer: one value every 5 ms")
fflush(nil)
try slowConsumer(every: 5, &checks)
print("   libuv handles left over: \(EventLoop.liveHandles)")
checks.expect(EventLoop.liveHandles == 0, "nothing is left over")
exit(checks.failed ? 1 : 0)
