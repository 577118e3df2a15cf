import Streams
import StreamsTesting
import Testing

@Suite struct JustTests {
  /// One publisher of the value 7, under its name in logs.
  /// Made anew each time: to the leak checker the weak references to what lives for ever look like leaks.
  static var all: [(name: String, AnyPublisher<Int, Never>)] {
    [
      ("Just", Just(7).eraseToAnyPublisher()),
      ("Optional", Optional(7).publisher.eraseToAnyPublisher()),
      ("Once", Result<Int, Never>.success(7).publisher.eraseToAnyPublisher()),
      ("Future", Future { $0(.success(7)) }.eraseToAnyPublisher()),
    ]
  }

  @Test(arguments: all.indices) func theValueWaitsForTheFirstRequestAndTheEndComesWithIt(index: Int) {
    let (name, publisher) = Self.all[index]
    let recorder = Recorder<Int, Never>()
    publisher.subscribe(recorder)
    #expect("\(recorder.subscription!)" == name)
    #expect(recorder.values == [] && recorder.completion == nil)
    recorder.request(.max(3))
    #expect(recorder.values == [7] && recorder.isFinished)
    recorder.request(.max(1))
    #expect(recorder.values == [7])
    #expect(recorder.violations == [])
  }

  @Test(arguments: all.indices) func askingAtOnceAndInsideTheValueGivesItOnce(index: Int) {
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    recorder.onValue = { recorder, _ in
      recorder.request(.max(1))
      return .max(1)
    }
    Self.all[index].1.subscribe(recorder)
    #expect(recorder.values == [7] && recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test(arguments: all.indices) func cancelledBeforeItIsAskedItSendsNothing(index: Int) {
    let recorder = Recorder<Int, Never>()
    Self.all[index].1.subscribe(recorder)
    recorder.cancel()
    recorder.request(.unlimited)
    #expect(recorder.values == [] && recorder.completion == nil)
  }

  @Test(arguments: all.indices) func cancelledInsideTheValueItSendsNoEnd(index: Int) {
    let recorder = Recorder<Int, Never>(demand: .max(1))
    recorder.onValue = { recorder, _ in
      recorder.cancel()
      return .none
    }
    Self.all[index].1.subscribe(recorder)
    #expect(recorder.values == [7])
    #expect(recorder.violations == [])
  }

  @Test(arguments: all.indices) func theSubscriberIsLetGoOfWithTheEndAndWithACancel(index: Int) {  // C72
    for isCancelled in [false, true] {
      weak var held: Recorder<Int, Never>?
      var subscription: (any Subscription)?
      do {
        let recorder = Recorder<Int, Never>()
        held = recorder
        Self.all[index].1.subscribe(recorder)
        subscription = recorder.subscription
        recorder.dropSubscription()
      }
      #expect(held != nil)
      if isCancelled { subscription?.cancel() } else { subscription?.request(.max(1)) }
      #expect(held == nil)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test(arguments: all.indices) func FB1_aRequestAndACancelFromTwoThreadsGiveAValueOrNone(index: Int) async {
    for _ in 0..<300 {
      let recorder = Recorder<Int, Never>()
      Self.all[index].1.subscribe(recorder)
      let shared = Unchecked((recorder, recorder.subscription!))
      await withTaskGroup(of: Void.self) { group in
        group.addTask { shared.value.0.request(.unlimited) }
        group.addTask { shared.value.1.cancel() }
      }
      #expect(recorder.values.count <= 1)
      if recorder.completion != nil { #expect(recorder.values == [7]) }
      #expect(recorder.violations == [])
    }
  }

  @Test func everySubscriberGetsTheValue() {
    let just = Just(7)
    for _ in 0..<2 {
      let recorder = Recorder<Int, Never>(demand: .max(1))
      just.subscribe(recorder)
      #expect(recorder.values == [7])
    }
  }

  @Test func theyAreEqualIfTheirValuesAre() {
    #expect(Just(1) == Just(1) && Just(1) != Just(2))
    #expect(Optional(1).publisher == Optional(1).publisher && Optional(1).publisher != Optional(nil).publisher)
    #expect(Result<Int, Never>.Publisher(1) == .init(1) && Result<Int, Never>.Publisher(1) != .init(2))
  }

  @Test func askingForZeroTraps() async {  // C15
    await #expect(processExitsWith: .failure) { JustTests.askForZero(0) }
    await #expect(processExitsWith: .failure) { JustTests.askForZero(1) }
    await #expect(processExitsWith: .failure) { JustTests.askForZero(2) }
    await #expect(processExitsWith: .failure) { JustTests.askForZero(3) }
  }

  static func askForZero(_ index: Int) {
    all[index].1.subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
  }
}

/// Carries something to another thread; the test sees to it that this is safe.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
