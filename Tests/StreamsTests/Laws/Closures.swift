import Streams
import StreamsTesting
import Testing

/// An operator whose closure holds a token.
private struct Keeper: Sendable, CustomStringConvertible {
  typealias Hold = @Sendable () -> Void
  let description: String
  /// The closure has done its work when there is a subscription.
  let isDone: Bool
  /// It is called for a second cancel too (row 96), so that it goes with the subscription.
  let isKeptAfterCancel: Bool
  let make: @Sendable (Source, VirtualTime, @escaping Hold) -> Source

  init(timed name: String, _ make: @escaping @Sendable (Source, VirtualTime, @escaping Hold) -> Source) {
    description = name
    (isDone, isKeptAfterCancel) = (false, false)
    self.make = make
  }

  init(
    _ name: String, isDone: Bool = false, isKeptAfterCancel: Bool = false,
    _ make: @escaping @Sendable (Source, @escaping Hold) -> Source
  ) {
    description = name
    self.isDone = isDone
    self.isKeptAfterCancel = isKeptAfterCancel
    self.make = { a, _, hold in make(a, hold) }
  }

  static let all: [Keeper] = [
    Keeper("map") { a, hold in a.map { tell($0, hold) }.eraseToAnyPublisher() },
    Keeper("tryMap") { a, hold in a.tryMap { tell($0, hold) }.failing(with: Oops.self).eraseToAnyPublisher() },
    Keeper("mapError") { a, hold in a.mapError { tell($0, hold) }.eraseToAnyPublisher() },
    Keeper("compactMap") { a, hold in a.compactMap { tell($0, hold) }.eraseToAnyPublisher() },
    Keeper("tryCompactMap") { a, hold in
      a.tryCompactMap { tell($0, hold) }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("scan") { a, hold in a.scan(0) { tell($1, hold) }.eraseToAnyPublisher() },
    Keeper("tryScan") { a, hold in a.tryScan(0) { tell($1, hold) }.failing(with: Oops.self).eraseToAnyPublisher() },
    Keeper("filter") { a, hold in a.filter { tell($0, hold) > 0 }.eraseToAnyPublisher() },
    Keeper("tryFilter") { a, hold in
      a.tryFilter { tell($0, hold) > 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("removeDuplicates(by:)") { a, hold in a.removeDuplicates { tell($0, hold) == $1 }.eraseToAnyPublisher() },
    Keeper("tryRemoveDuplicates(by:)") { a, hold in
      a.tryRemoveDuplicates { tell($0, hold) == $1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("drop(while:)") { a, hold in a.drop { tell($0, hold) < 0 }.eraseToAnyPublisher() },
    Keeper("tryDrop(while:)") { a, hold in
      a.tryDrop { tell($0, hold) < 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("prefix(while:)") { a, hold in a.prefix { tell($0, hold) > 0 }.eraseToAnyPublisher() },
    Keeper("tryPrefix(while:)") { a, hold in
      a.tryPrefix { tell($0, hold) > 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("reduce") { a, hold in a.reduce(0) { tell($1, hold) }.eraseToAnyPublisher() },
    Keeper("tryReduce") { a, hold in
      a.tryReduce(0) { tell($1, hold) }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("min(by:)") { a, hold in a.min { tell($0, hold) < $1 }.eraseToAnyPublisher() },
    Keeper("max(by:)") { a, hold in a.max { tell($0, hold) < $1 }.eraseToAnyPublisher() },
    Keeper("tryMin(by:)") { a, hold in
      a.tryMin { tell($0, hold) < $1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("tryMax(by:)") { a, hold in
      a.tryMax { tell($0, hold) < $1 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("contains(where:)") { a, hold in
      a.contains { tell($0, hold) < 0 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    },
    Keeper("tryContains(where:)") { a, hold in
      a.tryContains { tell($0, hold) < 0 }.map { $0 ? 1 : 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("allSatisfy") { a, hold in
      a.allSatisfy { tell($0, hold) > 0 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    },
    Keeper("tryAllSatisfy") { a, hold in
      a.tryAllSatisfy { tell($0, hold) > 0 }.map { $0 ? 1 : 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("first(where:)") { a, hold in a.first { tell($0, hold) < 0 }.eraseToAnyPublisher() },
    Keeper("tryFirst(where:)") { a, hold in
      a.tryFirst { tell($0, hold) < 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("last(where:)") { a, hold in a.last { tell($0, hold) > 0 }.eraseToAnyPublisher() },
    Keeper("tryLast(where:)") { a, hold in
      a.tryLast { tell($0, hold) > 0 }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("zip") { a, hold in a.zip(zeroes()) { tell($0, hold) + $1 }.eraseToAnyPublisher() },
    Keeper("combineLatest") { a, hold in
      a.combineLatest(Just(0).failing(with: Oops.self)) { tell($0, hold) + $1 }.eraseToAnyPublisher()
    },
    Keeper("flatMap") { a, hold in
      a.flatMap { Just(tell($0, hold)).failing(with: Oops.self) }.eraseToAnyPublisher()
    },
    Keeper("catch") { a, hold in a.catch { Fail<Int, Oops>(error: tell($0, hold)) }.eraseToAnyPublisher() },
    Keeper("tryCatch") { a, hold in
      a.tryCatch { Fail<Int, Oops>(error: tell($0, hold)) }.failing(with: Oops.self).eraseToAnyPublisher()
    },
    Keeper("buffer") { a, hold in
      a.buffer(size: 1, prefetch: .keepFull, whenFull: .customError { tell(Oops(), hold) }).eraseToAnyPublisher()
    },
    Keeper(timed: "timeout") { a, time, hold in
      a.timeout(.seconds(1), scheduler: time) { tell(Oops(), hold) }.eraseToAnyPublisher()
    },
    Keeper("multicast", isDone: true) { a, hold in
      a.multicast { tell(PassthroughSubject<Int, Oops>(), hold) }.autoconnect().eraseToAnyPublisher()
    },
    Keeper("handleEvents") { a, hold in
      a.handleEvents(
        receiveSubscription: { _ in hold() }, receiveOutput: { _ in hold() }, receiveCompletion: { _ in hold() },
        receiveRequest: { _ in hold() }
      ).eraseToAnyPublisher()
    },
    Keeper("handleEvents, receiveCancel", isKeptAfterCancel: true) { a, hold in
      a.handleEvents(receiveCancel: hold).eraseToAnyPublisher()
    },
    Keeper("breakpoint") { a, hold in
      a.breakpoint(receiveOutput: { tell($0, hold) < 0 }).eraseToAnyPublisher()
    },
  ]
}

private func tell<Value>(_ value: Value, _ hold: () -> Void) -> Value {
  hold()
  return value
}

@Test(
  "C72: a closure and what it holds are let go of on finish, failure and cancel, even while the subscription is held",
  arguments: Keeper.all)
private func closuresAreReleased(keeper: Keeper) {
  for end in [Subscribers.Completion<Oops>.finished, .failure(Oops()), nil] {
    weak var weakToken: Token?
    let recorder = Recorder<Int, Oops>(demand: .unlimited)
    let (probe, time) = (Probe<Int, Oops>(), VirtualTime())
    do {
      let token = Token()
      weakToken = token
      keeper.make(probe.eraseToAnyPublisher(), time) { withExtendedLifetime(token) {} }.subscribe(recorder)
    }
    probe.send(1)
    #expect((weakToken == nil) == keeper.isDone)
    if let end { probe.send(completion: end) } else { recorder.cancel() }
    time.advance(by: .nanoseconds(100))
    if end == nil && keeper.isKeptAfterCancel { recorder.dropSubscription() }
    #expect(weakToken == nil, "\(String(describing: end))")
    withExtendedLifetime((recorder, probe, time)) {}
  }
}
