@usableFromInline package struct PrintRule<Value>: RelayRule {
  @inlinable package static var name: String { "Print" }
  @inlinable package static var early: EarlySignals { .pass }
  @usableFromInline let log: EventLog
  @inlinable package init(_ log: EventLog) { self.log = log }

  @inlinable package mutating func begin(_ subscription: any Subscription) {
    log.write("receive subscription: (\(subscription))")
  }
  @inlinable package mutating func step(_ input: Value) throws(Never) -> Step<Value> {
    log.write("receive value: (\(input))")
    return .emit(input)
  }
  @inlinable package mutating func delivered(_ output: Value, more: Subscribers.Demand) {
    if more != .none { log.request(more, " (synchronous)") }
  }
  @inlinable package mutating func rest() -> Value? {
    log.write("receive finished")
    return nil
  }
  @inlinable package func makeLink() -> Link {
    let log = log
    return WatchedLink(Self.name, onRequest: { log.request($0) }, onCancel: { log.write("receive cancel") })
  }
}

/// Writes lines from any thread. A stream is the program's own code, so it is written to outside the lock (C36):
/// a line that comes meanwhile waits for whoever writes.
@usableFromInline package final class EventLog {
  private let prefix: String
  private let lock = Lock()
  // Under the lock.
  @exclusivity(unchecked) private var waiting: [String] = []
  @exclusivity(unchecked) private var isWriting = false
  /// nil: standard output.
  private let out: ((String) -> Void)?

  @usableFromInline package init(prefix: String, to stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : prefix + ": "
    out = stream.map { EventLog.writer(to: $0) }
  }

  private static func writer(to stream: some TextOutputStream) -> (String) -> Void {
    // Not alone: where a stream without fields lies there may be something else, and ThreadSanitizer would take the
    // one for the other.
    var box = (stream: stream, room: 0)
    return { Swift.print($0, to: &box.stream) }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand, _ suffix: String = "") {
    write("request " + (demand.max.map { "max: (\($0))" } ?? "unlimited") + suffix)
  }

  @usableFromInline package func write(_ event: String) {
    let line = prefix + event
    guard let out else { return Swift.print(line) }
    let isMine = lock.withLock {
      waiting.append(line)
      defer { isWriting = true }
      return !isWriting
    }
    guard isMine else { return }
    while let next = nextLine() { out(next) }
  }

  private func nextLine() -> String? {
    lock.withLock {
      isWriting = !waiting.isEmpty
      return isWriting ? waiting.removeFirst() : nil
    }
  }
}
