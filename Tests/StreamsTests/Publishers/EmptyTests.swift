import Streams
import StreamsTesting
import Testing

enum Broken: Error, Equatable { case here, there }

/// Publishers that end, or do nothing, without a value: Empty, Fail, nil, a failed Result.
@Suite struct EmptyTests {
  @Test func emptyFinishesWithoutDemand() {
    let recorder = Recorder<Int, Never>()
    Empty<Int, Never>().subscribe(recorder)
    #expect("\(recorder.subscription!)" == "Empty")
    #expect(recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test func itFinishesEvenIfItIsCancelledAtOnce() {  // C61
    let recorder = Recorder<Int, Never>()
    recorder.onSubscription = { $0.subscription?.cancel() }
    Empty<Int, Never>().subscribe(recorder)
    #expect(recorder.isFinished)
  }

  @Test func orNeverIfYouSaySo() {
    let recorder = Recorder<Int, Broken>(demand: .unlimited)
    Empty(completeImmediately: false, outputType: Int.self, failureType: Broken.self).subscribe(recorder)
    #expect(recorder.subscription != nil && recorder.completion == nil)
    #expect(Empty<Int, Never>() != Empty(completeImmediately: false))
    #expect(Empty<Int, Never>() == Empty())
  }

  @Test func nilFinishesWithoutDemand() {
    let recorder = Recorder<Int, Never>()
    Int?.none.publisher.subscribe(recorder)
    #expect("\(recorder.subscription!)" == "Empty")
    #expect(recorder.isFinished)
  }

  @Test func failAndAFailedResultFailWithoutDemand() {
    for publisher in [
      Fail<Int, Broken>(error: .here).eraseToAnyPublisher(),
      Fail(outputType: Int.self, failure: Broken.here).eraseToAnyPublisher(),
      Result<Int, Broken>.failure(.here).publisher.eraseToAnyPublisher(),
      Result<Int, Broken>.Publisher(Broken.here).eraseToAnyPublisher(),
    ] {
      let recorder = Recorder<Int, Broken>()
      publisher.subscribe(recorder)
      #expect("\(recorder.subscription!)" == "Empty")
      #expect(recorder.failure == .here)
      #expect(recorder.violations == [])
    }
    #expect(Fail<Int, Broken>(error: .here) == Fail(error: .here))
    #expect(Fail<Int, Broken>(error: .here) != Fail(error: .there))
    #expect(Result<Int, Broken>.Publisher(.here) != .init(.there))
  }
}
