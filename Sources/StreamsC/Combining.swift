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

  /// What waits of each upstream.
  private var queues: [Ring<KeptValue>]
  private var finished: [Bool]
  /// How many queues have nothing.
  private var emptyCount: Int
  /// A queue has nothing, and its upstream has finished.
  private var isDry = false

  init(_ count: Int) {
    queues = Array(repeating: Ring(), count: count)
    finished = Array(repeating: false, count: count)
    emptyCount = count
  }

  mutating func put(_ value: Value, _ port: Int, _ isAsked: Bool) -> Value? {
    if queues[port].isEmpty { emptyCount -= 1 }
    queues[port].append(KeptValue(value))
    return isAsked ? next() : nil
  }

  private mutating func next() -> Value? {
    if emptyCount > 0 { return nil }
    let row = Block.list(queues.count) { queues[$0].popFirst().unsafelyUnwrapped.owned() }
    for i in queues.indices where queues[i].isEmpty {
      emptyCount += 1
      if finished[i] { isDry = true }
    }
    return row.owned(Types.list)
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
  mutating func destroy() { for i in queues.indices { queues[i].destroy() } }
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
  private var missing: Int
  /// Something changed since the last list went out.
  private var isNews = false

  init(_ count: Int) {
    latest = Array(repeating: nil, count: count)
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
    return Block.list(latest.count) { latest[$0].unsafelyUnwrapped.owned() }.owned(Types.list)
  }

  mutating func sendNext(_ send: (Value, Int) -> Void) -> Bool {
    guard let list = next() else { return false }
    send(list, 0)
    return true
  }
  func isOver(isAll: Bool) -> Bool { isAll && !(isNews && missing == 0) }
}

/// Takes over the publishers of an array; all of them, also if one is wrong.
private func consume(
  _ upstreams: UnsafePointer<OpaquePointer?>?, _ count: Int, _ function: StaticString = #function
) -> [Recipe]? {
  guard let upstreams, count > 0 else { return fail(.invalid, nil, function) }
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
