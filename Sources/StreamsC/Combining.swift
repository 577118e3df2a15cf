import CStreams
import Streams

/// Makes lists of the n-th values of several upstreams. As `ZipRule`, for any number.
private struct ZipRule: ManyRule {
  typealias Input = Value
  typealias Output = Value
  typealias How = Keeping
  static var passesDemandOn: Bool { true }
  static var trapsOnZero: Bool { true }
  static var name: String { "Zip" }

  private let count: Int
  /// What waits of each upstream.
  private let queues: UnsafeMutablePointer<Ring<KeptValue>>
  /// A list on its way of which nothing has to be kept alive: whoever has the turn sends one at a time.
  private let row: UnsafeMutablePointer<Value>
  private var finished: [Bool]
  /// How many queues have nothing.
  private var emptyCount: Int
  /// How many values that wait must be given up.
  private var ownedCount = 0
  /// A queue has nothing, and its upstream has finished.
  private var isDry = false

  init(_ count: Int) {
    self.count = count
    queues = .allocate(capacity: count)
    queues.initialize(repeating: Ring(), count: count)
    row = .allocate(capacity: count)
    finished = Array(repeating: false, count: count)
    emptyCount = count
  }

  mutating func put(_ value: Value, _ port: Int, _ isAsked: Bool) -> Value? {
    if queues[port].isEmpty {
      // The last one of a list is not kept for it.
      if isAsked && emptyCount == 1 && ownedCount == 0 { return lend(value, port) }
      emptyCount -= 1
    }
    let kept = KeptValue(value)
    if kept.owner != nil { ownedCount += 1 }
    queues[port].append(kept)
    return isAsked ? next() : nil
  }

  private mutating func lend(_ value: Value, _ port: Int) -> Value {
    for i in 0..<count { row[i] = i == port ? value : pop(i).plain }
    return .lying(at: row, count, Value.list)
  }

  private mutating func pop(_ port: Int) -> KeptValue {
    let kept = queues[port].popFirst().unsafelyUnwrapped
    if kept.owner != nil { ownedCount -= 1 }
    if queues[port].isEmpty {
      emptyCount += 1
      if finished[port] { isDry = true }
    }
    return kept
  }

  private mutating func next() -> Value? {
    if emptyCount > 0 { return nil }
    return Block.list(count) { pop($0).owned() }.owned(Types.list)
  }

  mutating func sendNext(_ send: (Value, Int) -> Void) -> Bool {
    guard let row = next() else { return false }
    send(row, 0)
    return true
  }
  mutating func finish(_ port: Int) {
    finished[port] = true
    if queues[port].isEmpty { isDry = true }
  }
  func isOver(isAll: Bool) -> Bool { isDry }
  mutating func destroy() {
    for i in 0..<count { queues[i].destroy() }
    queues.deallocate()
    row.deallocate()
  }
}

/// Makes lists of the latest values. As `CombineLatestRule`, for any number.
private struct CombineLatestRule: ManyRule {
  typealias Input = Value
  typealias Output = Value
  typealias How = Keeping
  static var passesDemandOn: Bool { true }
  static var replacement: Demand { .max(1) }
  static var name: String { "CombineLatest" }

  private var latest: [KeptValue?]
  /// The list on its way: what is in it is kept above, and whoever has the turn sends one at a time.
  private let row: UnsafeMutablePointer<Value>
  private var missing: Int
  /// Something changed since the last list went out.
  private var isNews = false

  init(_ count: Int) {
    latest = Array(repeating: nil, count: count)
    row = .allocate(capacity: count)
    missing = count
  }

  mutating func put(_ value: Value, _ port: Int, _ isAsked: Bool) -> Value? {
    if latest[port] == nil { missing -= 1 }
    latest[port] = KeptValue(value)
    isNews = true
    return isAsked ? next() : nil
  }

  private mutating func next() -> Value? {
    guard isNews, missing == 0 else { return nil }
    isNews = false
    for i in latest.indices { row[i] = latest[i].unsafelyUnwrapped.plain }
    return .lying(at: row, latest.count, Value.list)
  }

  mutating func sendNext(_ send: (Value, Int) -> Void) -> Bool {
    guard let list = next() else { return false }
    send(list, 0)
    return true
  }
  func isOver(isAll: Bool) -> Bool { isAll && !(isNews && missing == 0) }
  mutating func destroy() { row.deallocate() }
}

/// Takes over the publishers of an array; all of them, also if one is wrong.
private func consume(
  _ upstreams: UnsafePointer<OpaquePointer?>?, _ count: Int, _ function: StaticString = #function
) -> [Recipe]? {
  guard let upstreams, count > 0, canLie(count, at: upstreams, size: MemoryLayout<OpaquePointer?>.size) else {
    return fail(.invalid, nil, function)
  }
  let recipes = (0..<count).map { StreamsC.consume(upstreams[$0], function) }
  return recipes.contains { $0 == nil } ? nil : recipes.map { $0.unsafelyUnwrapped }
}

private func join<Rule: ManyRule>(
  _ upstreams: UnsafePointer<OpaquePointer?>?, _ count: Int, _ function: StaticString = #function,
  eagerly: Bool = false, opens: Bool = false, _ rule: @escaping () -> Rule
) -> OpaquePointer? where Rule.Input == Value, Rule.Output == Value {
  guard let upstreams = consume(upstreams, count, function) else { return nil }
  return publish(
    {
      let join = Join(Lend($0), rule(), ports: upstreams.count)
      if eagerly { join.open() }
      for (port, upstream) in upstreams.enumerated() where !eagerly || !join.turn.isOver {
        upstream.attach(ValueSubscriber(side: Side(NumberedPort<Rule>(port), join, opens: opens)))
      }
      if !eagerly && !opens { join.open() }
    }, function)
}

@_cdecl("streams_merge") @implementation
public func streams_merge(_ upstreams: UnsafePointer<OpaquePointer?>?, _ count: Int) -> OpaquePointer? {
  join(upstreams, count, eagerly: true) { MergeRule<Keeping>() }  // C5
}

@_cdecl("streams_zip") @implementation
public func streams_zip(_ upstreams: UnsafePointer<OpaquePointer?>?, _ count: Int) -> OpaquePointer? {
  join(upstreams, count, opens: true) { ZipRule(count) }
}

@_cdecl("streams_combine_latest") @implementation
public func streams_combine_latest(_ upstreams: UnsafePointer<OpaquePointer?>?, _ count: Int) -> OpaquePointer? {
  join(upstreams, count) { CombineLatestRule(count) }
}

@_cdecl("streams_prefix_until") @implementation
public func streams_prefix_until(_ upstream: OpaquePointer?, _ other: OpaquePointer?) -> OpaquePointer? {
  let (upstream, other) = (consume(upstream), consume(other))
  guard let upstream, let other else { return nil }
  return publish {
    let succession = Succession("PrefixUntilOutput", $0, Keeping.self, surplus: .passes)
    other.attach(ValueSubscriber(side: Trigger<Value, Fault, ValueSubscriber>.ending(succession)))
    upstream.attach(
      ValueSubscriber(side: SuccessionSide(succession, succession.start(), LastEnding(), opens: true)))
  }
}

@_cdecl("streams_drop_until") @implementation
public func streams_drop_until(_ upstream: OpaquePointer?, _ other: OpaquePointer?) -> OpaquePointer? {
  let (upstream, other) = (consume(upstream), consume(other))
  guard let upstream, let other else { return nil }
  return publish {
    let succession = Succession("DropUntilOutput", $0, Keeping.self)
    let (gate, link) = (Gate(), succession.start())
    succession.open()  // eager (C5)
    other.attach(ValueSubscriber(side: Trigger<Value, Fault, ValueSubscriber>.opening(gate, succession)))
    upstream.attach(
      ValueSubscriber(side: GatedSide(SuccessionSide(succession, link, LastEnding(), opens: false), gate)))
  }
}
