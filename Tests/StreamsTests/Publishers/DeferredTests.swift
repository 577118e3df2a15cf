import Streams
import StreamsTesting
import Testing

@Suite struct DeferredTests {
  @Test func thePublisherIsMadeForEachSubscriberAndNotBefore() {
    var count = 0
    let deferred = Deferred {
      count += 1
      return Just(count)
    }
    #expect(count == 0)
    for expected in 1...2 {
      let recorder = Recorder<Int, Never>(demand: .max(1))
      deferred.subscribe(recorder)
      #expect("\(recorder.subscription!)" == "Just")  // no layer of its own
      #expect(recorder.values == [expected])
    }
  }
}
