import Streams
import StreamsTesting
import Testing

/// `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`.
@Suite struct UntilOutputTests {
  @Test func theOtherPublisherIsSubscribedToFirst() {  // C5, DETAILS 25
    var calls: [String] = []
    let a = Probe<Int, Never>().handleEvents(
      receiveSubscription: { _ in calls.append("a") }, receiveCancel: { calls.append("a cancelled") },
      receiveRequest: { calls.append("a asked for \($0)") })
    let b = Probe<Int, Never>().handleEvents(
      receiveSubscription: { _ in calls.append("b") }, receiveCancel: { calls.append("b cancelled") },
      receiveRequest: { calls.append("b asked for \($0)") })
    let first = Recorder<Int, Never>(demand: .max(2))
    first.onSubscription = { _ in calls.append("subscription") }
    a.prefix(untilOutputFrom: b).subscribe(first)
    first.cancel()
    #expect(
      calls == [
        "b", "b asked for max(1)", "a", "subscription", "a asked for max(2)", "a cancelled", "b cancelled",
      ])
    calls = []
    let second = Recorder<Int, Never>(demand: .max(2))
    second.onSubscription = { _ in calls.append("subscription") }
    a.drop(untilOutputFrom: b).subscribe(second)
    second.cancel()
    #expect(
      calls == [
        "subscription", "b", "b asked for max(1)", "a", "a asked for max(2)", "a cancelled", "b cancelled",
      ])
  }

  @Test func bothAreCancelledBeforeTheEndGoesDown() {  // C42, DETAILS 26
    let (a, b) = (Probe<Int, Never>(), Probe<Int, Never>())
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    var cancels: [Int] = []
    recorder.onCompletion = { _, _ in cancels = [a.cancelCount, b.cancelCount] }
    a.prefix(untilOutputFrom: b).subscribe(recorder)
    b.send(1)
    #expect(recorder.isFinished)
    #expect(cancels == [1, 1])
    #expect(recorder.violations == [])
  }

  @Test func prefixTakesAnotherPublisherOfAnyFailureType() {
    let a = Probe<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    let made: Publishers.PrefixUntilOutput<Probe<Int, Never>, Fail<String, Broken>> =
      a.prefix(untilOutputFrom: Fail(error: .here))
    made.subscribe(recorder)
    a.send(1)
    a.finish()
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func theTypesAreCombinesAndEqualIfTheirPartsAre() {
    let dropping: Publishers.DropUntilOutput<Just<Int>, Just<String>> = Just(1).drop(untilOutputFrom: Just("x"))
    #expect(dropping.upstream == Just(1) && dropping.other == Just("x"))
    #expect(dropping == .init(upstream: Just(1), other: Just("x")))
    #expect(dropping != .init(upstream: Just(1), other: Just("y")))
    let ending: Publishers.PrefixUntilOutput<Just<Int>, Just<String>> = Just(1).prefix(untilOutputFrom: Just("x"))
    #expect(ending == .init(upstream: Just(1), other: Just("x")))
    #expect(ending != .init(upstream: Just(2), other: Just("x")))
  }

  @Test func theSubscriptionAndBothInnerSubscribersShareOneIdentifier() {  // DETAILS 7
    final class Looking: Publisher {
      typealias Output = Int
      typealias Failure = Never
      nonisolated(unsafe) var identifiers: [CombineIdentifier] = []
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        identifiers.append(subscriber.combineIdentifier)
        subscriber.receive(subscription: Subscriptions.empty)
      }
    }
    for name in ["DropUntilOutput", "PrefixUntilOutput"] {
      let looking = Looking()
      let recorder = Recorder<Int, Never>()
      if name == "DropUntilOutput" {
        looking.drop(untilOutputFrom: looking).subscribe(recorder)
      } else {
        looking.prefix(untilOutputFrom: looking).subscribe(recorder)
      }
      let subscription = recorder.subscription!
      #expect(looking.identifiers == [subscription.combineIdentifier, subscription.combineIdentifier])
      let isNamed = name == "DropUntilOutput"  // the other shows as any class does (DETAILS 5)
      #expect((subscription is any CustomStringConvertible) == isNamed)
      #expect((subscription is any CustomReflectable) == isNamed)
      if isNamed { #expect("\(subscription)" == name) }
      recorder.cancel()
    }
  }

  @Test func aSecondSubscriptionOfTheOtherPublisherIsCancelled() {  // C8, DETAILS 22
    for dropping in [true, false] {
      let (a, b) = (Probe<Int, Never>(), Probe<Int, Never>())
      let recorder = Recorder<Int, Never>(demand: .unlimited)
      if dropping {
        a.drop(untilOutputFrom: b).subscribe(recorder)
      } else {
        a.prefix(untilOutputFrom: b).subscribe(recorder)
      }
      b.begin()
      #expect(b.cancelCount == 1)
      recorder.cancel()
    }
  }

  @Test func cancelBeforeTheSubscriptionsCancelsThemWhenTheyCome() {  // C11, DETAILS 23
    let (a, b) = (Probe<Int, Never>(isLate: true), Probe<Int, Never>(isLate: true))
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    a.drop(untilOutputFrom: b).subscribe(recorder)
    recorder.cancel()
    a.begin()
    b.begin()
    #expect(a.asked == [.cancel])
    #expect(b.asked == [.cancel])
  }

  @Test func FC16_valuesDroppedWhileClosedDoNotUseUpDemand() {  // C23
    let (a, b) = (Probe<Int, Never>(), Probe<Void, Never>())
    let recorder = Recorder<Int, Never>(demand: .max(3))
    a.drop(untilOutputFrom: b).subscribe(recorder)
    for i in 1...3 { #expect(a.send(i) == .max(1)) }
    b.send(())
    for i in 4...6 { #expect(a.send(i) == Subscribers.Demand.none) }
    #expect(recorder.values == [4, 5, 6])
    #expect(a.send(7) == nil)
    recorder.cancel()
    #expect(recorder.violations == [])
  }

  @Test func aMillionValuesAreDroppedWithAFlatStack() {  // C21
    var values: [Int] = []
    onASmallStack {
      let gate = PassthroughSubject<Void, Never>()
      let token = (1...1_000_000).publisher.handleEvents(receiveOutput: { if $0 == 999_999 { gate.send(()) } })
        .drop(untilOutputFrom: gate).sink { values.append($0) }
      token.cancel()
    }
    #expect(values == [999_999, 1_000_000])
  }

  @Test func whenTheOtherPublisherSendsInsideAValueTheStreamEndsAfterIt() {  // C34
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    var seen: [Int] = []
    var ends = 0
    let token = a.prefix(untilOutputFrom: b).sink(
      receiveCompletion: { _ in ends += 1 },
      receiveValue: { value in
        if value == 2 {
          b.send(0)
          a.send(3)
        }
        seen.append(value)
      })
    a.send(1)
    a.send(2)
    a.send(4)
    #expect(seen == [1, 2])
    #expect(ends == 1)
    withExtendedLifetime(token) {}
  }

  @Test func aValueNobodyAskedForTrapsInDropAndPassesInPrefix() async {  // C20, DETAILS 9
    await #expect(processExitsWith: .failure) {
      let probe = Probe<Int, Never>(keepsLaw: false)
      probe.drop(untilOutputFrom: Just(1)).subscribe(Recorder<Int, Never>())
      probe.send(1)
    }
    let probe = Probe<Int, Never>(keepsLaw: false)
    let recorder = Recorder<Int, Never>()
    probe.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)).subscribe(recorder)
    probe.send(1)
    #expect(recorder.values == [1])
    recorder.request(.none)  // allowed, and goes no further (C15)
    #expect(probe.asked == [])
    recorder.cancel()
    probe.dropSubscribers()
  }
}
