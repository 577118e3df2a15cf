import Glibc
import Streams
import StreamsTesting
import Testing

@Suite struct MergeTests {
  typealias A = Just<Int>
  typealias B = Empty<Int, Never>
  let a = Just(1)
  let b = Empty<Int, Never>()

  private func values<P: Publisher>(_ publisher: P) -> [Int] where P.Output == Int, P.Failure == Never {
    var values: [Int] = []
    var ends = 0
    let token = publisher.sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { values.append($0) })
    return withExtendedLifetime(token) { ends == 1 ? values : [] }
  }

  @Test func eachNumberOfInputsHasItsType() {
    let two: Publishers.Merge<A, B> = a.merge(with: b)
    let three: Publishers.Merge3<A, B, A> = a.merge(with: b, a)
    let four: Publishers.Merge4<A, B, A, B> = a.merge(with: b, a, b)
    let five: Publishers.Merge5<A, B, A, B, A> = a.merge(with: b, a, b, a)
    let six: Publishers.Merge6<A, B, A, B, A, B> = a.merge(with: b, a, b, a, b)
    let seven: Publishers.Merge7<A, B, A, B, A, B, A> = a.merge(with: b, a, b, a, b, a)
    let eight: Publishers.Merge8<A, B, A, B, A, B, A, B> = a.merge(with: b, a, b, a, b, a, b)
    #expect(values(two) == [1])
    #expect(values(three) == [1, 1])
    #expect(values(four) == [1, 1])
    #expect(values(five) == [1, 1, 1])
    #expect(values(six) == [1, 1, 1])
    #expect(values(seven) == [1, 1, 1, 1])
    #expect(values(eight) == [1, 1, 1, 1])
  }

  /// All ways from a merge to a greater one: what is written must have the type that Combine gives it.
  @Test func mergingAMergeMakesAFlatOne() {
    let two: Publishers.Merge<A, B> = a.merge(with: b)
    let three: Publishers.Merge3<A, B, A> = two.merge(with: a)
    let four: Publishers.Merge4<A, B, A, B> = three.merge(with: b)
    let five: Publishers.Merge5<A, B, A, B, A> = four.merge(with: a)
    let six: Publishers.Merge6<A, B, A, B, A, B> = five.merge(with: b)
    let seven: Publishers.Merge7<A, B, A, B, A, B, A> = six.merge(with: a)
    let eight: Publishers.Merge8<A, B, A, B, A, B, A, B> = seven.merge(with: b)
    #expect(two.merge(with: a, b) == four)
    #expect(two.merge(with: a, b, a) == five)
    #expect(two.merge(with: a, b, a, b) == six)
    #expect(two.merge(with: a, b, a, b, a) == seven)
    #expect(two.merge(with: a, b, a, b, a, b) == eight)
    #expect(three.merge(with: b, a) == five)
    #expect(three.merge(with: b, a, b) == six)
    #expect(three.merge(with: b, a, b, a) == seven)
    #expect(three.merge(with: b, a, b, a, b) == eight)
    #expect(four.merge(with: a, b) == six)
    #expect(four.merge(with: a, b, a) == seven)
    #expect(four.merge(with: a, b, a, b) == eight)
    #expect(five.merge(with: b, a) == seven)
    #expect(five.merge(with: b, a, b) == eight)
    #expect(six.merge(with: a, b) == eight)
    #expect(values(eight) == [1, 1, 1, 1])
    #expect(two.a == a && two.b == b)
    #expect(eight.g == a && eight.h == b)
  }

  @Test func mergesOfDifferentInputsDiffer() {
    let eight = a.merge(with: b, a, b, a, b, a, b)
    #expect(eight != Publishers.Merge8(a, b, a, b, a, b, Just(2), b))
    #expect(Publishers.Merge(a, a) != Publishers.Merge(a, Just(2)))
    #expect(Publishers.MergeMany(a, a) == Publishers.MergeMany([a, a]))
    #expect(Publishers.MergeMany(a, a) != Publishers.MergeMany(a))
  }

  // MARK: a collection

  @Test func twoOfOneTypeMakeACollectionToWhichMoreCanBeAdded() {
    let two: Publishers.MergeMany<A> = a.merge(with: Just(2))
    let three: Publishers.MergeMany<A> = two.merge(with: Just(3))
    #expect(three.publishers == [Just(1), Just(2), Just(3)])
    #expect(values(three) == [1, 2, 3])
    #expect(values(Publishers.MergeMany(Just(4), Just(5))) == [4, 5])
    #expect(values(Publishers.MergeMany((6...8).lazy.map { Just($0) })) == [6, 7, 8])
  }

  @Test func aCollectionOfNoInputsFinishesAtOnceWithoutDemand() {  // row 75
    let recorder = Recorder<Int, Never>()
    Publishers.MergeMany([Just<Int>]()).subscribe(recorder)
    #expect(recorder.isFinished)
    #expect(recorder.values == [])
    #expect(recorder.violations == [])
  }

  @Test func aCollectionHoldsOneOfEachAndSendsThemInTheOrderTheyCame() {  // row 74
    let inputs = (0..<5).map { _ in Probe<Int, Broken>() }
    let recorder = Recorder<Int, Broken>()
    Publishers.MergeMany(inputs).subscribe(recorder)
    for (i, input) in inputs.enumerated().reversed() {
      #expect(input.asked == [.request(.max(1))])
      input.send(i)
    }
    recorder.request(.max(2))
    #expect(recorder.values == [4, 3])
    #expect(inputs.map { $0.asked.count } == [1, 1, 1, 2, 2])
    recorder.request(.unlimited)
    #expect(recorder.values == [4, 3, 2, 1, 0])
    inputs[2].fail(.there)
    #expect(recorder.failure == .there)
    #expect(inputs.map(\.cancelCount) == [1, 1, 0, 1, 1])
    #expect(recorder.violations == [])
  }

  @Test func inputsAreNotSubscribedToOnceTheStreamIsOver() {  // C11
    var subscriptions = 0
    let inputs = (0..<10).map { value in
      Deferred {
        subscriptions += 1
        return Just(value)
      }
    }
    #expect(values(Publishers.MergeMany(inputs).prefix(3)) == [0, 1, 2])
    #expect(subscriptions == 3)
    subscriptions = 0
    #expect(values(Publishers.Merge3(inputs[0], inputs[1], inputs[2]).prefix(1)) == [0])
    #expect(subscriptions == 1)
  }

  @Test func FF5_manyInputsAreMergedWithAFlatStack() {  // row 75
    let count = 10_000
    var sum = 0
    onASmallStack {
      let token = Publishers.MergeMany((0..<count).map { Just($0) }).sink { sum += $0 }
      token.cancel()
    }
    #expect(sum == count * (count - 1) / 2)
  }

  /// Finite demand, a value held of each, a value that goes out of each, an end of each.
  @Test func whatAHundredThousandInputsCostGrowsWithTheirNumberOnly() {  // row 74
    func time(_ count: Int) -> Double {
      let inputs = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
      let start = cpuTime()
      let recorder = Counter()
      Publishers.MergeMany(inputs).subscribe(recorder)
      for (i, input) in inputs.enumerated() { input.send(i) }
      recorder.subscription!.request(.max(count))
      for (i, input) in inputs.enumerated() { input.send(i) }
      recorder.subscription!.request(.max(count))
      for input in inputs { input.send(completion: .finished) }
      #expect(recorder.count == 2 * count)
      #expect(recorder.isFinished)
      return cpuTime() - start
    }
    _ = time(1_000)
    let (few, many) = (time(10_000), time(100_000))
    // Ten times as many take ten times as long; a walk over all for each value would take a hundred times as long.
    #expect(many < 40 * few, "10,000 inputs: \(few), 100,000: \(many)")
  }

  /// Of this thread, in seconds: what else the machine does is not in it.
  private func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  final class Counter: Subscriber {
    typealias Input = Int
    typealias Failure = Never
    var subscription: (any Subscription)?
    var count = 0
    var isFinished = false
    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ value: Int) -> Subscribers.Demand {
      count += 1
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) { isFinished = true }
  }
}
