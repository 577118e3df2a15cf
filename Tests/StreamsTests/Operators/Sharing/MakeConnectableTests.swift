import Streams
import StreamsTesting
import Testing

@Suite struct MakeConnectableTests {
  typealias Watcher = Recorder<Int, Never>

  @Test func nothingFlowsBeforeConnectAndAllGetTheSame() {  // row 93
    let probe = Probe<Int, Never>()
    let connectable = probe.makeConnectable()
    let watchers = [Watcher(demand: .unlimited), Watcher(demand: .max(1)), Watcher()]
    for watcher in watchers { connectable.subscribe(watcher) }
    #expect(probe.subscribeCount == 0)
    let connection = connectable.connect()
    #expect(probe.asked == [.request(.unlimited)])
    probe.send(1)
    probe.send(2)
    probe.finish()
    #expect(watchers.map(\.values) == [[1, 2], [1], []])
    for watcher in watchers {
      #expect(watcher.isFinished)
      #expect(watcher.violations == [])
      #expect("\(watcher.subscription!)" == "Multicast")
    }
    connection.cancel()
  }

  @Test func copiesShareOneSubject() {
    let probe = Probe<Int, Never>()
    let connectable = probe.makeConnectable()
    let copy = connectable
    let watcher = Watcher(demand: .unlimited)
    copy.subscribe(watcher)
    let connection = connectable.connect()
    probe.send(1)
    #expect(watcher.values == [1])
    watcher.cancel()
    connection.cancel()
  }

  @Test func disconnectingEndsNothingAndEachConnectSubscribesAnew() {  // row 95
    let probe = Probe<Int, Never>()
    let connectable = probe.makeConnectable()
    let watcher = Watcher(demand: .unlimited)
    connectable.subscribe(watcher)
    for i in 1...2 {
      let connection = connectable.connect()
      probe.send(i)
      connection.cancel()
    }
    #expect(watcher.values == [1, 2])
    #expect(watcher.completion == nil)
    #expect(probe.subscribeCount == 2 && probe.cancelCount == 2)
    watcher.cancel()
  }

  @Test func autoconnectConnectsWithTheFirstAndDisconnectsWithTheLast() {  // row 94
    let probe = Probe<Int, Never>()
    let shared = probe.makeConnectable().autoconnect()
    let (one, other) = (Watcher(demand: .unlimited), Watcher(demand: .unlimited))
    shared.subscribe(one)
    shared.subscribe(other)
    probe.send(1)
    one.cancel()
    #expect(probe.cancelCount == 0)
    other.cancel()
    #expect(probe.cancelCount == 1 && probe.subscribeCount == 1)
    #expect(one.values == [1] && other.values == [1])
  }
}
