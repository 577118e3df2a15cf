import Streams
import StreamsTesting
import Testing

extension EveryScheduler {
  @Suite struct SubscribeOnCells {  // row 89
    @Test(
      "subscribing, asking and cancelling happen there in their order, values do not (DETAILS 35)",
      arguments: Row.allCases)
    func everythingButValues(row: Row) throws { try row.tested { everythingButValues(on: $0) } }
    private func everythingButValues(on place: some Place) {
      let (bell, log) = (Bell(), Log())
      func note(_ event: String) {
        log.add(place.isHere ? event : event + " elsewhere")
        bell.ring()
      }
      func wait(for count: Int) { #expect(place.wait(bell) { log.all.count >= count }, "only \(log.all)") }
      let probe = Probe<Int, Never>()
      probe.onRequest = { _, demand in note("\(demand)") }
      probe.onCancel = { _ in note("cancel") }
      let recorder = Recorder<Int, Never>(demand: .max(2))
      Deferred {
        note("subscribe")
        return probe
      }.subscribe(on: place.clock).subscribe(recorder)
      wait(for: 2)
      recorder.request(.max(3))
      wait(for: 3)
      for value in 1...5 {
        probe.send(value)
        #expect(recorder.values.last == value)  // within the call
      }
      recorder.cancel()
      wait(for: 4)
      place.pass(.milliseconds(1))
      #expect(log.all == ["subscribe", "max(2)", "max(3)", "cancel"])
      #expect(recorder.values == Array(1...5) && recorder.violations == [])
    }
  }
}

/// What happened, in order.
final class Log: @unchecked Sendable {
  private let lock = Lock()
  private var events: [String] = []
  func add(_ event: String) { lock.withLock { events.append(event) } }
  var all: [String] { lock.withLock { events } }
}
