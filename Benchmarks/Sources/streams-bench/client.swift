import Streams
final class OneByOne: Subscriber {
  typealias Input = Int
  typealias Failure = Never
  let acc: Acc
  init(_ a: Acc) { acc = a }
  func receive(subscription: any Subscription) { subscription.request(.max(1)) }
  func receive(_ input: Int) -> Subscribers.Demand { acc.sum &+= input; return .max(1) }
  func receive(completion: Subscribers.Completion<Never>) {}
}
@inline(never) func r1(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func r2(_ n: Int) -> Int {
  let a = Acc()
  (0..<n).publisher.map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.subscribe(OneByOne(a))
  return a.sum
}
@inline(never) func r3a(_ n: Int) -> Int {
  let a = Acc()
  let s = PassthroughSubject<Int, Never>()
  let c = s.map { $0 &* 3 &+ 1 }.sink { a.sum &+= $0 }
  for i in 0..<n { s.send(i) }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func r3b(_ n: Int) -> Int {
  let a = Acc()
  let s = PassthroughSubject<Int, Never>()
  let cs = (0..<10).map { k in s.map { $0 &* 3 &+ k }.sink { a.sum &+= $0 } }
  for i in 0..<n { s.send(i) }
  withExtendedLifetime(cs) {}
  return a.sum
}
@inline(never) func r4(_ n: Int) -> Int {
  let a = Acc()
  let s = CurrentValueSubject<Int, Never>(-1)
  let c = s.removeDuplicates().sink { a.sum &+= $0 }
  for i in 0..<n { s.send(i &>> 1) }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func r7a(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.eraseToAnyPublisher().sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func r7n(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &+ 7 }.sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func r7b(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.eraseToAnyPublisher().map { $0 &* 3 &+ 1 }.eraseToAnyPublisher().filter { $0 & 1 == 0 }
    .eraseToAnyPublisher().map { $0 &+ 7 }.eraseToAnyPublisher().sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func r8(_ n: Int) -> Int {
  let a = Acc()
  let s = PassthroughSubject<Int, Never>()
  for _ in 0..<n {
    let c = s.map { $0 &* 3 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &+ 7 }.sink { a.sum &+= $0 }
    c.cancel()
  }
  return a.sum
}

@inline(never) func r5merge(_ n: Int) -> Int {
  let a = Acc()
  let s = PassthroughSubject<Int, Never>(), t = PassthroughSubject<Int, Never>()
  let c = s.merge(with: t).sink { a.sum &+= $0 }
  for i in 0..<(n / 2) { s.send(i); t.send(i) }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func r5zip(_ n: Int) -> Int {
  let a = Acc()
  let s = PassthroughSubject<Int, Never>(), t = PassthroughSubject<Int, Never>()
  let c = s.zip(t).sink { a.sum &+= $0.0 &+ $0.1 }
  for i in 0..<(n / 2) { s.send(i); t.send(i) }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func r5cl(_ n: Int) -> Int {
  let a = Acc()
  let s = PassthroughSubject<Int, Never>(), t = PassthroughSubject<Int, Never>()
  let c = s.combineLatest(t).sink { a.sum &+= $0.0 &+ $0.1 }
  for i in 0..<(n / 2) { s.send(i); t.send(i) }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func r6(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }.sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}

// no cliff: equal operators, nested zips and flatMaps, general inner
/// `scan`, since equal maps become one map.
@inline(never) func s1(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.scan(0, &+).sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func s3(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.scan(0, &+).scan(0, &+).scan(0, &+).sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func s12(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+)
    .scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).scan(0, &+).sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func q1(_ n: Int) -> Int {
  let a = Acc(); let s = PassthroughSubject<Int, Never>(); let c = s.removeDuplicates().sink { a.sum &+= $0 };
  for i in 0..<n { s.send(i) }; withExtendedLifetime(c) {}; return a.sum
}
@inline(never) func q3(_ n: Int) -> Int {
  let a = Acc(); let s = PassthroughSubject<Int, Never>();
  let c = s.removeDuplicates().removeDuplicates().removeDuplicates().sink { a.sum &+= $0 };
  for i in 0..<n { s.send(i) }; withExtendedLifetime(c) {}; return a.sum
}
@inline(never) func q12(_ n: Int) -> Int {
  let a = Acc(); let s = PassthroughSubject<Int, Never>()
  let c = s.removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates()
    .removeDuplicates()
    .removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates()
    .sink { a.sum &+= $0 }
  for i in 0..<n { s.send(i) }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func z4(_ n: Int) -> Int {
  let a = Acc(); let s = PassthroughSubject<Int, Never>()
  let c = s.zip(s).map { $0.0 &+ $0.1 }.zip(s).map { $0.0 &+ $0.1 }.zip(s).map { $0.0 &+ $0.1 }.zip(s).map {
    $0.0 &+ $0.1
  }.sink { a.sum &+= $0 }
  for i in 0..<n { s.send(i) }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func z4flat(_ n: Int) -> Int {
  let a = Acc(); let s = PassthroughSubject<Int, Never>()
  let c = s.zip(s, s, s).sink { a.sum &+= $0.0 &+ $0.1 &+ $0.2 &+ $0.3 }
  for i in 0..<n { s.send(i) }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func f3(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }.flatMap(maxPublishers: .max(1)) {
    Just($0 &+ 1)
  }.flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }.sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func f1s(_ n: Int) -> Int {
  let a = Acc()
  let c = (0..<n).publisher.flatMap(maxPublishers: .max(1)) { CollectionOfOne($0 &+ 1).publisher }.sink { a.sum &+= $0 }
  withExtendedLifetime(c) {}
  return a.sum
}
@inline(never) func fv(_ n: Int) -> Int {
  let a = Acc(); let s = PassthroughSubject<Int, Never>(), t = PassthroughSubject<Int, Never>()
  let c = s.flatMap { _ in t }.sink { a.sum &+= $0 }
  s.send(0)
  for i in 0..<n { t.send(i) }
  withExtendedLifetime(c) {}
  return a.sum
}
final class ByOne<Input>: Subscriber {
  typealias Failure = Never
  let acc: Acc
  init(_ a: Acc) { acc = a }
  func receive(subscription: any Subscription) { subscription.request(.max(1)) }
  func receive(_ input: Input) -> Subscribers.Demand { acc.sum &+= 1; return .max(1) }
  func receive(completion: Subscribers.Completion<Never>) {}
}
@inline(never) func zd(_ n: Int) -> Int {
  let a = Acc(); (0..<n).publisher.zip((0..<n).publisher).subscribe(ByOne(a)); return a.sum
}
@inline(never) func bf(_ n: Int) -> Int {
  let a = Acc(); let s = PassthroughSubject<Int, Never>();
  let c = s.buffer(size: 8, prefetch: .keepFull, whenFull: .dropOldest).sink { a.sum &+= $0 };
  for i in 0..<n { s.send(i) }; withExtendedLifetime(c) {}; return a.sum
}
@inline(never) func sc(_ n: Int) -> Int {
  let a = Acc(); let c = (0..<n).publisher.scan(0) { $0 &+ $1 }.sink { a.sum &+= $0 }; withExtendedLifetime(c) {};
  return a.sum
}
@inline(never) func tsc(_ n: Int) -> Int {
  let a = Acc();
  let c = (0..<n).publisher.tryScan(0) { $0 &+ $1 }.sink(receiveCompletion: { _ in }, receiveValue: { a.sum &+= $0 });
  withExtendedLifetime(c) {}; return a.sum
}
@inline(never) func px(_ n: Int) -> Int {
  let a = Acc(); let c = (0..<n).publisher.prefix(n &+ 1).sink { a.sum &+= $0 }; withExtendedLifetime(c) {};
  return a.sum
}
@inline(never) func rd(_ n: Int) -> Int {
  let a = Acc(); let c = (0..<n).publisher.reduce(0) { $0 &+ $1 }.sink { a.sum &+= $0 }; withExtendedLifetime(c) {};
  return a.sum
}
@inline(never) func zs(_ n: Int) -> Int {
  let s = PassthroughSubject<Int, Never>(), t = PassthroughSubject<Int, Never>();
  for _ in 0..<n { let c = s.zip(t).sink { _ in }; c.cancel() }; return 0
}
@inline(never) func fs(_ n: Int) -> Int {
  let s = PassthroughSubject<Int, Never>(); for _ in 0..<n { let c = s.flatMap { Just($0) }.sink { _ in }; c.cancel() };
  return 0
}
@inline(never) func rs(_ n: Int) -> Int {
  let s = PassthroughSubject<Int, Never>(); for _ in 0..<n { let c = s.removeDuplicates().sink { _ in }; c.cancel() };
  return 0
}
@inline(never) func fo(_ n: Int) -> Int {
  let s = PassthroughSubject<Int, Never>(); let cs = (0..<n).map { _ in s.sink { _ in } }; s.send(1);
  withExtendedLifetime(cs) {}; return 0
}
#if !NO_LIMITS
  // Swift hand loops
  @inline(never) func hInline(_ n: Int) -> Int {
    let a = Acc()
    for i in 0..<n { let v = i &* 3 &+ 1; if v & 1 == 0 { a.sum &+= v } }
    return a.sum
  }
  nonisolated(unsafe) var gMap: (Int) -> Int = { $0 &* 3 &+ 1 }
  nonisolated(unsafe) var gFilter: (Int) -> Bool = { $0 & 1 == 0 }
  @inline(never) func setClosures() { if CommandLine.arguments.count > 1000 { gMap = { $0 }; gFilter = { $0 > 3 } } }
  nonisolated(unsafe) var gSink: (Acc) -> (Int) -> Void = { a in { a.sum &+= $0 } }
  @inline(never) func hOpaque(_ n: Int) -> Int {
    let a = Acc()
    setClosures(); let m = gMap, f = gFilter, k = gSink(a)
    for i in 0..<n { let v = m(i); if f(v) { k(v) } }
    return a.sum
  }
#endif
let M = 1_000_000
@main struct Main {
  static func main() {
    runRows(
      peer: PEER,
      rows: [
        Row(id: "h1i", name: "Swift hand loop, inlined", n: 10 * M, body: hInline),
        Row(id: "h1", name: "Swift hand loop, 3 opaque closures", n: 10 * M, body: hOpaque),
        Row(id: "1", name: "sequence->map->filter->sink", n: 10 * M, body: r1),
        Row(id: "2", name: "same, demand 1 per value", n: 10 * M, body: r2),
        Row(id: "3a", name: "PassthroughSubject->map->sink", n: 10 * M, body: r3a),
        Row(id: "3b", name: "PassthroughSubject->10x(map->sink), per send", n: 1 * M, body: r3b),
        Row(id: "4", name: "CurrentValueSubject->removeDuplicates->sink", n: 10 * M, body: r4),
        Row(id: "7a", name: "row 1 + one AnyPublisher", n: 10 * M, body: r7a),
        Row(id: "7n", name: "seq->map->filter->map->sink, no erasure", n: 10 * M, body: r7n),
        Row(id: "7b", name: "the same with 4 erasures", n: 10 * M, body: r7b),
        Row(id: "5m", name: "merge of 2 subjects, per send", n: 4 * M, body: r5merge),
        Row(id: "5z", name: "zip of 2 subjects, per send", n: 4 * M, body: r5zip),
        Row(id: "5c", name: "combineLatest of 2 subjects, per send", n: 4 * M, body: r5cl),
        Row(id: "6", name: "flatMap(max 1) of Just", n: 1 * M, body: r6),
        Row(id: "s1", name: "1 scan", n: 1 * M, body: s1),
        Row(id: "s3", name: "3 scans", n: 1 * M, body: s3),
        Row(id: "s12", name: "12 scans", n: 1 * M, body: s12),
        Row(id: "q1", name: "subject, 1 removeDuplicates", n: 1 * M, body: q1),
        Row(id: "q3", name: "3", n: 1 * M, body: q3),
        Row(id: "q12", name: "12", n: 1 * M, body: q12),
        Row(id: "z4", name: "zip nested 4 deep, per send", n: 1 * M, body: z4),
        Row(id: "z4flat", name: "zip of 4", n: 1 * M, body: z4flat),
        Row(id: "f3", name: "flatMap of Just nested 3 deep", n: 1 * M, body: f3),
        Row(id: "f1s", name: "flatMap(max 1) of a one-element sequence", n: 1 * M, body: f1s),
        Row(id: "fv", name: "flatMap, value of an inner subject", n: 1 * M, body: fv),
        Row(id: "zd", name: "zip of sequences, demand 1", n: 1 * M, body: zd),
        Row(id: "bf", name: "subject, buffer", n: 1 * M, body: bf),
        Row(id: "sc", name: "scan", n: 1 * M, body: sc),
        Row(id: "tsc", name: "tryScan", n: 1 * M, body: tsc),
        Row(id: "px", name: "prefix", n: 1 * M, body: px),
        Row(id: "rd", name: "reduce", n: 1 * M, body: rd),
        Row(id: "zs", name: "subscribe+cancel zip", n: 20000, body: zs),
        Row(id: "fs", name: "subscribe+cancel flatMap", n: 20000, body: fs),
        Row(id: "rs", name: "subscribe+cancel removeDuplicates", n: 20000, body: rs),
        Row(id: "fo", name: "fan-out: subscribe", n: 20000, body: fo),
        Row(id: "8", name: "subscribe+cancel", n: 200_000, body: r8),
      ])
  }
}
