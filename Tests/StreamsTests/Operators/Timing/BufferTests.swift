import Streams
import StreamsTesting
import Testing

@Suite struct BufferTests {
  typealias Source = Probe<Int, Oops>
  typealias Watcher = Recorder<Int, Oops>

  @Test func upstreamIsAskedBeforeDownstreamHasItsSubscription() {  // row 87, DETAILS 18
    for (prefetch, expected) in [
      (Publishers.PrefetchStrategy.byRequest, Subscribers.Demand.unlimited), (.keepFull, .max(3)),
    ] {
      let (source, watcher) = (Source(), Watcher())
      var asked: [Source.Asked] = []
      watcher.onSubscription = { _ in asked = source.asked }
      source.buffer(size: 3, prefetch: prefetch, whenFull: .dropNewest).subscribe(watcher)
      #expect(asked == [.request(expected)])
      watcher.cancel()
    }
  }

  @Test func aFailureThatArrivesWhileValuesGoOutComesBehindThoseThatWereAskedFor() {  // C44, row 87, DETAILS 18
    let (source, watcher) = (Source(), Watcher())
    watcher.onValue = { _, value in
      if value == 1 { source.fail(Oops()) }
      return .none
    }
    source.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).subscribe(watcher)
    for value in 1...4 { source.send(value) }
    watcher.request(.max(3))
    #expect(watcher.values == [1, 2, 3])
    #expect(watcher.failure == Oops())
    #expect(watcher.violations == [])
  }

  @Test func theErrorMayBeMadeFromInsideTheStream() {  // C36
    let (source, watcher) = (PassthroughSubject<Int, Oops>(), Watcher())
    source.buffer(
      size: 1, prefetch: .byRequest,
      whenFull: .customError {
        source.send(9)
        watcher.request(.max(1))
        return Oops()
      }
    ).subscribe(watcher)
    source.send(1)
    source.send(2)
    #expect(watcher.values == [])
    #expect(watcher.failure == Oops())
    #expect(watcher.violations == [])
  }

  @Test func aSizeBelowNothingTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Probe<Int, Never>().buffer(size: -1, prefetch: .keepFull, whenFull: .dropNewest)
    }
  }
}
