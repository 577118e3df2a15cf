import Streams
import StreamsTesting
import Testing

/// A million streams that run and end at once, one after the other, on a stack of half a megabyte. A tenth of that in
/// a debug build, which is slow and, with greater frames, overflows all the sooner.
@Suite struct BoundedStackTests {
  #if DEBUG
    static let million = 100_000
  #else
    static let million = 1_000_000
  #endif

  /// Counts what comes and adds it up: a record of a million signals would be longer than the test.
  final class Tally: Subscriber {
    typealias Input = Int
    typealias Failure = Broken
    let demand: Subscribers.Demand
    var count = 0
    var sum = 0
    var completions: [Subscribers.Completion<Broken>] = []
    init(_ demand: Subscribers.Demand) { self.demand = demand }
    func receive(subscription: any Subscription) { subscription.request(demand) }
    func receive(_ value: Int) -> Subscribers.Demand {
      count += 1
      sum += value
      return demand == .unlimited ? .none : demand
    }
    func receive(completion: Subscribers.Completion<Broken>) { completions.append(completion) }
  }

  private func run<P: Publisher>(_ demand: Subscribers.Demand, _ make: @escaping () -> P) -> Tally
  where P.Output == Int, P.Failure == Broken {
    let tally = Tally(demand)
    onASmallStack { make().subscribe(tally) }
    return tally
  }

  private func expectAll(_ tally: Tally) {
    #expect(tally.count == Self.million)
    #expect(tally.sum == Self.million * (Self.million - 1) / 2)
    #expect(tally.completions == [.finished])
  }

  @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
  func flatMapOfAMillionSequencesOneAtATime(demand: Subscribers.Demand) {  // C21, FF1
    expectAll(
      run(demand) {
        (0..<Self.million).publisher.setFailureType(to: Broken.self)
          .flatMap(maxPublishers: .max(1)) { CollectionOfOne($0).publisher.setFailureType(to: Broken.self) }
      })
  }

  @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
  func flatMapOfAMillionErasedStreamsAsTheyCome(demand: Subscribers.Demand) {  // C21
    expectAll(
      run(demand) {
        (0..<Self.million).publisher.setFailureType(to: Broken.self)
          .flatMap { Just($0).setFailureType(to: Broken.self).eraseToAnyPublisher() }
      })
  }

  @Test func switchToLatestOfAMillionStreams() {  // C21, FF3
    expectAll(
      run(.unlimited) {
        (0..<Self.million).publisher.setFailureType(to: Broken.self)
          .map { Just($0).setFailureType(to: Broken.self) }.switchToLatest()
      })
  }

  @Test func retryOfAStreamThatFailsAMillionTimes() {  // C21, FF7
    var attempts = 0
    let tally = run(.unlimited) {
      Deferred {
        attempts += 1
        return Fail<Int, Broken>(error: .here)
      }.retry(Self.million)
    }
    #expect(tally.completions == [.failure(.here)])
    #expect(attempts == Self.million + 1)
  }

  @Test func retryOfAStreamThatFailsInsideTheRequest() {  // C21, FF7
    let tally = run(.max(1)) {
      var left = Self.million
      return Deferred {
        left -= 1
        return Just(left).setFailureType(to: Broken.self).append(Fail(error: Broken.here))
      }.retry(-1).prefix(Self.million)
    }
    expectAll(tally)
  }
}
