import Streams
import StreamsTesting
import Testing

@Suite struct CurrentValueSubjectTests {
  typealias Current = CurrentValueSubject<Int, Broken>
  typealias Watcher = Recorder<Int, Broken>

  @Test func theCurrentValueComesWithTheFirstRequestAndCounts() {  // C81
    let subject = Current(0)
    let recorder = Watcher()
    subject.subscribe(recorder)
    #expect(recorder.values == [])
    recorder.request(.max(2))
    #expect(recorder.values == [0])
    subject.send(1)
    subject.send(2)
    #expect(recorder.values == [0, 1])
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test func whatCameWithoutDemandIsReplacedByTheLatestWhichComesOnce() {  // C81
    let subject = Current(0)
    let recorder = Watcher(demand: .max(1))
    subject.subscribe(recorder)
    for i in 1...5 { subject.send(i) }
    recorder.request(.max(1))
    recorder.request(.max(1))
    #expect(recorder.values == [0, 5])
    subject.send(6)
    recorder.request(.unlimited)
    subject.send(7)
    #expect(recorder.values == [0, 5, 6, 7])
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test func aValueChangesBeforeItIsDelivered() {  // C81
    let subject = Current(0)
    var seen: [Int] = []
    let token = subject.sink(receiveCompletion: { _ in }) { value in
      seen.append(subject.value)
      #expect(subject.value == value)
      if value == 1 {
        subject.send(2)
        #expect(subject.value == 2)
      }
    }
    subject.send(1)
    #expect(seen == [0, 1, 2])
    withExtendedLifetime(token) {}
  }

  @Test func settingTheValueSendsItAndAfterTheCompletionOnlyChangesIt() {  // C81, C85
    let subject = Current(0)
    let recorder = Watcher(demand: .unlimited)
    subject.subscribe(recorder)
    subject.value = 1
    subject.value += 1
    subject.send(completion: .finished)
    subject.send(3)
    #expect(subject.value == 2)
    subject.value = 4
    #expect(subject.value == 4)
    #expect(recorder.values == [0, 1, 2])
    let late = Watcher(demand: .unlimited)
    subject.subscribe(late)
    #expect(late.values == [])
    #expect(late.isFinished)
  }

  @Test func aCompletionFromInsideADeliveryKeepsLaterValuesOut() {  // C43, C85
    let subject = Current(0)
    let recorder = Watcher(demand: .unlimited)
    recorder.allowsNesting = true
    recorder.onValue = { _, value in
      if value == 1 {
        subject.send(completion: .failure(.here))
        subject.send(2)
        #expect(subject.value == 1)
        subject.value = 3
      }
      return .none
    }
    subject.subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [0, 1])
    #expect(recorder.failure == .here)
    #expect(recorder.violations == [])
    #expect(subject.value == 3)
  }

  @Test func whatIsReturnedBringsTheValueThatCameMeanwhile() {  // C12, C81
    let subject = Current(0)
    let recorder = Watcher(demand: .max(1))
    recorder.allowsNesting = true
    recorder.onValue = { _, value in
      if value < 3 { subject.send(value + 1) }  // finds no demand
      return .max(1)
    }
    subject.subscribe(recorder)
    #expect(recorder.values == [0, 1, 2, 3])
    subject.send(9)
    recorder.request(.max(1))
    #expect(recorder.values == [0, 1, 2, 3, 9])
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test func whatARoundReturnsBringsTheValueThatCameMeanwhileOnce() {  // C12, C81
    let subject = Current(0)
    let recorder = Watcher(demand: .max(2))
    recorder.allowsNesting = true
    recorder.onValue = { _, value in
      if value == 1 {
        subject.send(2)
        subject.send(3)
        return .max(1)
      }
      return .none
    }
    subject.subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [0, 1, 3])
    recorder.request(.max(5))
    #expect(recorder.values == [0, 1, 3])
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test func aRequestForAnotherWhoseTurnHasNotComeDoesNotBringTheValueTwice() {  // C35, C81
    let subject = Current(0)
    let (first, second) = (Watcher(demand: .unlimited), Watcher(demand: .max(1)))
    first.onValue = { _, value in
      if value == 1 { second.request(.max(3)) }
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(second)
    subject.send(1)
    #expect(second.values == [0, 1])
    subject.send(2)
    #expect(second.values == [0, 1, 2])
    subject.send(completion: .finished)
  }

  @Test func aRequestForAnotherDoesNotBringANewerValueBeforeTheOneUnderWay() {  // C35, C81
    let subject = Current(0)
    let (first, second) = (Watcher(demand: .unlimited), Watcher())
    first.allowsNesting = true
    first.onValue = { _, value in
      if value == 1 {
        subject.send(2)
        second.request(.max(5))
      }
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(second)
    subject.send(1)
    #expect(second.values == [1, 2])
    subject.send(completion: .finished)
  }

  @Test func whatAnotherAskedForOnesBehalfIsNotGivenAgain() {  // C81
    let subject = Current(0)
    let (first, second) = (Watcher(demand: .unlimited), Watcher())
    first.onValue = { [unowned second] _, value in
      if value == 1 { second.request(.max(1)) }
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(second)  // owed 0, and then 1
    subject.send(1)
    #expect(second.values == [1])
    second.request(.max(1))
    #expect(second.values == [1])
    subject.send(2)
    #expect(second.values == [1, 2])
    #expect(second.violations == [])
    subject.send(completion: .finished)
  }

  @Test func whoAsksWhileNotesWaitGetsTheNewestAndNothingOlderAfterIt() {  // C35, C81
    let subject = Current(0)
    let (first, second, third) = (Watcher(demand: .unlimited), Watcher(demand: .unlimited), Watcher())
    first.allowsNesting = true
    first.onValue = { [unowned subject] _, value in
      if value == 1 { for next in 2...3 { subject.send(next) } }  // notes for those behind
      return .none
    }
    second.onValue = { [unowned third] _, value in
      if value == 2 { third.request(.unlimited) }  // while the note with 3 waits
      return .none
    }
    for watcher in [first, second, third] { subject.subscribe(watcher) }
    subject.send(1)
    #expect(first.values == [0, 1, 2, 3])
    #expect(second.values == [0, 1, 2, 3])
    #expect(third.values == [3])
    subject.send(4)
    #expect(third.values == [3, 4])
    subject.send(completion: .finished)
  }

  @Test func whoCameInAnEarlierRoundAndAsksInALaterOneGetsTheValueOnce() {  // C38, C81
    let subject = Current(0)
    let (first, late) = (Watcher(demand: .unlimited), Watcher())
    first.onValue = { [unowned subject, unowned late] _, value in
      if value == 1 { subject.subscribe(late) }
      if value == 2 { late.request(.max(2)) }
      return .none
    }
    subject.subscribe(first)
    subject.send(1)
    #expect(late.values == [])
    subject.send(2)
    #expect(late.values == [2])
    subject.send(3)
    #expect(late.values == [2, 3])
    #expect(late.violations == [])
    subject.send(completion: .finished)
  }

  @Test func whoComesDuringADeliveryBeginsWithTheNewestValue() {  // C38, C81
    let subject = Current(0)
    let late = Watcher(demand: .unlimited)
    let first = Watcher(demand: .unlimited)
    first.onValue = { _, value in
      if value == 1 { subject.subscribe(late) }
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(Watcher(demand: .unlimited))
    subject.send(1)
    #expect(late.values == [1])
    subject.send(2)
    #expect(late.values == [1, 2])
    subject.send(completion: .finished)
  }

  @Test func whatItIsFedWithIsAskedForEverythingAtOnce() {  // C84
    let upstream = Probe<Int, Broken>()
    var subject: Current? = Current(0)
    let token = upstream.subscribe(subject!)
    #expect(upstream.asked == [.request(.unlimited)])
    upstream.send(1)
    #expect(subject?.value == 1)
    subject = nil
    #expect(upstream.asked == [.request(.unlimited), .cancel])
    withExtendedLifetime(token) {}
  }

  @Test func theOldValueIsLetGoOfAndMayUseTheSubjectThen() {  // C37
    final class Talker {
      let goes: () -> Void
      init(_ goes: @escaping () -> Void) { self.goes = goes }
      deinit { goes() }
    }
    let subject = CurrentValueSubject<Talker?, Never>(nil)
    var nested: [Bool] = []
    subject.send(Talker { [weak subject] in nested.append(subject?.value == nil) })
    subject.send(nil)
    #expect(nested == [true])
  }

  @Test func itLivesWhileSomebodyIsSubscribed() {  // C66, C72
    let recorder = Watcher(demand: .unlimited)
    weak var watched: Current?
    do {
      let subject = Current(0)
      watched = subject
      subject.subscribe(recorder)
    }
    watched?.send(1)
    #expect(recorder.values == [0, 1])
    recorder.cancel()
    #expect(watched == nil)
  }

  @Test func itsSubscriptionShowsItsName() {
    let recorder = Watcher()
    Current(0).subscribe(recorder)
    #expect("\(recorder.subscription!)" == "CurrentValueSubject")
    recorder.cancel()
  }

  @Test func askingForNothingTraps() async {  // C15
    await #expect(processExitsWith: .failure) {
      let recorder = Recorder<Int, Never>()
      CurrentValueSubject<Int, Never>(0).subscribe(recorder)
      recorder.subscription?.request(.none)
    }
  }
}
