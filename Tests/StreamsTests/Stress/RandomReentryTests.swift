import Foundation
import Streams
import StreamsTesting
import Testing

/// Numbers that are the same each time for the same seed.
private struct Dice {
  private var state: UInt64
  init(_ seed: Int) {
    state = UInt64(seed) &* 7919 &+ 3
    for _ in 0..<5 { _ = roll(3) }
  }
  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }
  mutating func isOne(in sides: Int) -> Bool { roll(sides) == 0 }
  mutating func demand() -> Subscribers.Demand { [.max(1), .max(2), .unlimited][roll(3)] }
}

/// What is played with.
enum Toy: Sendable, CustomStringConvertible {
  case passthrough, currentValue, merge, zip, combineLatest, flatMap, switchToLatest, append, buffer, `catch`
  // On a scheduler that runs everything at once, so that all of it is nested.
  case receiveOn, debounce, throttle, collectByTime
  /// An operator of the table of laws, on one of the subjects.
  case row(Row)
  /// Up to four operators of the table, one on the other.
  case chain

  static let several: [Toy] = [
    .passthrough, .currentValue, .merge, .zip, .combineLatest, .flatMap, .switchToLatest, .append, .buffer, .catch,
    .receiveOn, .debounce, .throttle, .collectByTime,
  ]

  var description: String {
    switch self {
    case .row(let row): row.name
    case .passthrough: "passthrough"
    case .currentValue: "currentValue"
    case .merge: "merge"
    case .zip: "zip"
    case .combineLatest: "combineLatest"
    case .flatMap: "flatMap"
    case .switchToLatest: "switchToLatest"
    case .append: "append"
    case .buffer: "buffer"
    case .catch: "catch"
    case .receiveOn: "receiveOn"
    case .debounce: "debounce"
    case .throttle: "throttle"
    case .collectByTime: "collectByTime"
    case .chain: "chain"
    }
  }

  /// A subject hands nested values on at once (C34) and keeps their order (C35).
  var isSubject: Bool {
    switch self {
    case .passthrough, .currentValue: true
    default: false
    }
  }
}

/// A subscriber that does anything at all from inside what it receives. Its recorder checks the rules.
private final class Player: Subscriber {
  let name: String
  let recorder = Recorder<Int, Oops>()
  private unowned let game: Game
  private var subscriptions = 0
  private var newest = -1
  private(set) var broken: [String] = []
  var violations: [String] { broken + recorder.violations }

  init(_ name: String, _ game: Game) {
    self.name = name
    self.game = game
    recorder.allowsNesting = game.toy.isSubject
    recorder.onValue = { [unowned self, unowned game] _, _ in
      game.moves(of: self)
      return game.dice.roll(2) == 0 ? .none : game.dice.roll(2) == 0 ? .max(1) : .unlimited
    }
    recorder.onCompletion = { [unowned self, unowned game] _, _ in game.moves(of: self) }
    game.alive += 1
  }
  deinit { game.alive -= 1 }

  func ask(_ demand: Subscribers.Demand) {
    guard recorder.subscription != nil, !recorder.isCancelled else { return }
    game.note("\(name) asks for \(demand)")
    recorder.request(demand)
  }

  func cancel() {
    game.note("\(name) cancels")
    recorder.cancel()
    recorder.dropSubscription()
  }

  func receive(subscription: any Subscription) {
    subscriptions += 1
    if subscriptions > 1 { broken.append("C2: a second subscription came") }
    if recorder.isCancelled { return subscription.cancel() }
    recorder.receive(subscription: subscription)
    if !game.dice.isOne(in: 3) { ask(game.dice.demand()) }
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    game.note("\(name) gets \(value)")
    if game.toy.isSubject {
      if value == newest { broken.append("C81: \(value) came twice") }
      if value < newest { broken.append("C35: \(value) came after \(newest)") }
      newest = value
    }
    return recorder.receive(value)
  }

  func receive(completion: Subscribers.Completion<Oops>) {
    game.note("\(name) ends")
    recorder.receive(completion: completion)
  }
}

/// Some subjects, a toy made of them and those who play with it, all on one thread.
private final class Game {
  let toy: Toy
  var dice: Dice
  /// What happened, if somebody wants to read it.
  private(set) var trace: [String]?
  var alive = 0
  private var players: [Player] = []
  private let (a, b) = (PassthroughSubject<Int, Oops>(), PassthroughSubject<Int, Oops>())
  private let current = CurrentValueSubject<Int, Oops>(0)
  private let outer = PassthroughSubject<Source, Oops>()
  private let time = VirtualTime()
  private var clock = 0
  private var depth = 0
  private var movesLeft = 60

  init(_ toy: Toy, seed: Int, traces: Bool = false) {
    self.toy = toy
    dice = Dice(seed)
    trace = traces ? [] : nil
  }

  /// What went wrong.
  func play() -> [String] {
    add()
    if dice.isOne(in: 2) { add() }
    for _ in 0..<30 { move() }
    for player in players { player.cancel() }
    time.advance(by: .nanoseconds(1_000))
    var wrong = players.flatMap { player in player.violations.map { "\(player.name): \($0)" } }
    players = []
    if alive > 0 { wrong.append("C72: \(alive) subscribers are still held") }
    return wrong
  }

  func note(_ text: @autoclosure () -> String) {
    if trace != nil { trace?.append(String(repeating: "  ", count: depth) + text()) }
  }

  /// What a player does inside a value or a completion.
  func moves(of player: Player) {
    guard depth < 6 else { return }
    depth += 1
    defer { depth -= 1 }
    for _ in 0..<dice.roll(3) where movesLeft > 0 {
      movesLeft -= 1
      switch dice.roll(10) {
      case 0: player.ask(dice.demand())
      case 1: if dice.isOne(in: 3) { player.cancel() }
      default: move()
      }
    }
  }

  private func move() {
    switch dice.roll(16) {
    case 0...4: send(tick(), to: a, "a")
    case 5, 6: send(tick(), to: b, "b")
    case 7, 8: send(tick(), to: current, "current")
    case 9, 10: send(stream(), to: outer, "outer")
    case 11: if players.count < 6 { add() }
    case 12 where dice.isOne(in: 2): time.advance(by: .nanoseconds(dice.roll(4)))
    case 12: players[dice.roll(players.count)].ask(dice.demand())
    case 13: if dice.isOne(in: 3) { players[dice.roll(players.count)].cancel() }
    case 14: if dice.isOne(in: 6) { end(a, "a", dice.isOne(in: 2) ? .finished : .failure(Oops())) }
    default:
      guard dice.isOne(in: 6) else { return }
      if dice.isOne(in: 2) { end(outer, "outer", .finished) } else { end(current, "current", .finished) }
    }
  }

  private func tick() -> Int {
    clock += 1
    return clock
  }

  private func send<Value>(_ value: Value, to subject: some Subject<Value, Oops>, _ name: String) {
    note("\(name) <- \(value)")
    subject.send(value)
    note("\(name) <- \(value) is over")
  }

  private func end(_ subject: some Subject<some Any, Oops>, _ name: String, _ how: Subscribers.Completion<Oops>) {
    note("\(name) <- \(how)")
    subject.send(completion: how)
  }

  private func add() {
    let player = Player("player \(players.count)", self)
    players.append(player)
    note("\(player.name) subscribes")
    make(player).subscribe(player)
  }

  private func make(_ player: Player) -> Source {
    switch toy {
    case .row(let row): return make([row], player)
    case .chain: return make((0...dice.roll(4)).map { _ in Row.all[dice.roll(Row.all.count)] }, player)
    default: return make()
    }
  }

  private func make(_ rows: [Row], _ player: Player) -> Source {
    note(rows.map(\.name).joined(separator: " -> "))
    // A turn anywhere in between keeps values from nesting; so does the catch for those that take no failure.
    player.recorder.allowsNesting = rows.allSatisfy { $0.isNesting && !$0.failureTraps }
    let source = dice.isOne(in: 2) ? a.eraseToAnyPublisher() : current.eraseToAnyPublisher()
    return rows.reduce(source) { upstream, row in
      row.make(row.failureTraps ? upstream.catch { _ in Empty() }.eraseToAnyPublisher() : upstream, time)
    }
  }

  private func make() -> Source {
    switch toy {
    case .row, .chain: preconditionFailure("made with a player")
    case .passthrough: a.eraseToAnyPublisher()
    case .currentValue: current.eraseToAnyPublisher()
    case .merge: a.merge(with: b).eraseToAnyPublisher()
    case .zip: a.zip(current).map { $0 &+ $1 }.eraseToAnyPublisher()
    case .combineLatest: a.combineLatest(current).map { $0 &+ $1 }.eraseToAnyPublisher()
    case .flatMap:
      outer.flatMap(maxPublishers: dice.isOne(in: 2) ? .unlimited : .max(2)) { $0 }.eraseToAnyPublisher()
    case .switchToLatest: outer.switchToLatest().eraseToAnyPublisher()
    case .append: a.append(stream()).append(stream()).eraseToAnyPublisher()
    case .buffer:
      a.buffer(
        size: 2, prefetch: dice.isOne(in: 2) ? .keepFull : .byRequest,
        whenFull: dice.isOne(in: 2) ? .customError { Oops() } : .dropOldest
      ).eraseToAnyPublisher()
    case .catch: a.catch { [unowned self] _ in stream() }.eraseToAnyPublisher()
    case .receiveOn: a.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher()
    case .debounce: a.debounce(for: 1, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher()
    case .throttle:
      a.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: dice.isOne(in: 2)).eraseToAnyPublisher()
    case .collectByTime:
      a.collect(.byTimeOrCount(ImmediateScheduler.shared, 1, 2)).map { $0.reduce(0, &+) }.eraseToAnyPublisher()
    }
  }

  private func stream() -> Source {
    switch dice.roll(6) {
    case 0: a.eraseToAnyPublisher()
    case 1: [tick(), tick(), tick()].publisher.setFailureType(to: Oops.self).eraseToAnyPublisher()
    case 2: Just(tick()).setFailureType(to: Oops.self).eraseToAnyPublisher()
    case 3: b.eraseToAnyPublisher()
    case 4: Empty().eraseToAnyPublisher()
    default: current.eraseToAnyPublisher()
    }
  }
}

/// A subscriber may send, subscribe, ask, cancel and end from inside what it receives, and so may those it reaches
/// with that. Nobody can write down all the ways, so these are rolled.
@Suite struct RandomReentryTests {
  /// How many games are played with each toy; a long run sets `STREAMS_GAMES`.
  private static let games = ProcessInfo.processInfo.environment["STREAMS_GAMES"].flatMap { Int($0) }

  private func play(_ toy: Toy, _ count: Int) {
    for seed in 0..<(Self.games ?? count) {
      let wrong = Game(toy, seed: seed).play()
      guard !wrong.isEmpty else { continue }
      let again = Game(toy, seed: seed, traces: true)
      _ = again.play()
      Issue.record("\(toy), seed \(seed): \(wrong)\n\((again.trace ?? []).joined(separator: "\n"))")
      return
    }
  }

  @Test(arguments: Toy.several)
  func theContractIsKeptWhateverSubscribersDoFromInside(toy: Toy) {  // C2, C13, C31, C35, C40, C61, C72, C81
    play(toy, 500)
  }

  @Test(arguments: Row.all)
  func everyOperatorKeepsTheContractWhateverSubscribersDoFromInside(row: Row) { play(.row(row), 60) }

  @Test func chainsOfOperatorsKeepTheContractWhateverSubscribersDoFromInside() { play(.chain, 500) }
}
