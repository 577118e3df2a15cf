import Streams
import StreamsTesting
import Testing

@Suite struct AnySubscriberTests {
  @Test func itHandsEverythingToWhatItWraps() {
    let recorder = Recorder<Int, Never>(demand: .max(1))
    recorder.onValue = { _, _ in .max(1) }
    (1...3).publisher.subscribe(AnySubscriber(recorder))
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test func closuresThatAreLeftOutDoNothing() {
    let probe = Probe<Int, Never>()
    probe.subscribe(AnySubscriber<Int, Never>())
    #expect(probe.asked == [])
    let other = Probe<Int, Never>()
    var values: [Int] = []
    var isFinished = false
    other.subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.max(1)) },
        receiveValue: {
          values.append($0)
          return .max(2)
        },
        receiveCompletion: { _ in isFinished = true }))
    #expect(other.send(7) == .max(2))
    other.finish()
    #expect(values == [7] && isFinished)
  }

  @Test func twiceOnOnePublisherItGetsEachValueTwice() {  // FG6, C9
    let probe = Probe<Int, Never>()
    var values: [Int] = []
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.unlimited) },
      receiveValue: {
        values.append($0)
        return .none
      })
    probe.subscribe(subscriber)
    probe.subscribe(subscriber)
    probe.send(1)
    #expect(values == [1, 1])
  }

  @Test func itShowsAsWhatItWrapsAndUnwrapsAnother() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    let once = AnySubscriber(sink)
    let twice = AnySubscriber(once)
    for erased in [once, twice] {
      #expect("\(erased)" == "Sink")
      #expect(erased.playgroundDescription as? String == "Sink")
      #expect(erased.combineIdentifier == sink.combineIdentifier)
      #expect("\(erased.customMirror.subjectType)" == "Sink<Int, Never>")
    }
    #expect("\(AnySubscriber<Int, Never>())" == "Anonymous AnySubscriber")
    #expect(AnySubscriber<Int, Never>().combineIdentifier != AnySubscriber<Int, Never>().combineIdentifier)
  }
}
