import Dispatch
import Streams
import Testing

extension EveryScheduler {
  @Suite struct ReceiveOnCells {  // row 88
    private struct Broken: Error {}

    @Test("10,000 values come in order, one at a time, the end last (C31, C93)", arguments: Row.allCases)
    func order(row: Row) throws { try row.tested { order(on: $0) } }
    private func order(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.receive(on: place.clock).watched(on: place)
      for value in 0..<10_000 { subject.send(value) }
      subject.send(completion: .finished)
      watch.waitForEnd()
      #expect(watch.values == Array(0..<10_000))
      #expect(watch.isFinished)
      watch.settle()
    }

    @Test("values of four threads come one at a time, those of each in their order (C33, C93)", arguments: Row.real)
    func fourThreads(row: Row) throws { try row.tested { fourThreads(on: $0) } }
    private func fourThreads(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.receive(on: place.clock).watched(on: place)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for value in 0..<2_500 { subject.send(thread * 10_000 + value) }
      }
      subject.send(completion: .finished)
      watch.waitForEnd()
      for thread in 0..<4 {
        #expect(watch.values.filter { $0 / 10_000 == thread } == (0..<2_500).map { thread * 10_000 + $0 })
      }
      watch.settle()
    }

    @Test("each value asks for the next: none comes unasked (C13, C90)", arguments: Row.allCases)
    func oneByOne(row: Row) throws { try row.tested { oneByOne(on: $0) } }
    private func oneByOne(on place: some Place) {
      let watch = (0..<1_000).publisher.receive(on: place.clock).watched(on: place, demand: .max(1)) { _ in .max(1) }
      watch.waitForEnd()
      #expect(watch.values == Array(0..<1_000))
      #expect(watch.recorder.ledger.returned == .max(1_000))
      watch.settle()
    }

    @Test("who asks from another thread does not get the value there (C90)", arguments: Row.real)
    func askedElsewhere(row: Row) throws { try row.tested { askedElsewhere(on: $0) } }
    private func askedElsewhere(on place: some Place) {
      let watch = (0..<2_000).publisher.receive(on: place.clock).watched(on: place, demand: .none)
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        for _ in 0..<1_000 { watch.recorder.request(.max(1)) }
      }
      watch.waitForEnd()
      #expect(watch.values == Array(0..<2_000))
      watch.settle()
    }

    @Test("a cancel inside receive stops what is on its way (C61)", arguments: Row.allCases)
    func cancelInside(row: Row) throws { try row.tested { cancelInside(on: $0) } }
    private func cancelInside(on place: some Place) {
      let subject = PassthroughSubject<Int, Never>()
      let watch = subject.receive(on: place.clock).watched(on: place)
      watch.onValue = { [weak watch] value in
        if value == 10 { watch?.recorder.cancel() }
        return .none
      }
      place.hold()
      for value in 1...1_000 { subject.send(value) }
      subject.send(completion: .finished)
      place.release()
      watch.wait(for: 10)
      place.pass(.milliseconds(5))
      #expect(watch.values == Array(1...10) && watch.recorder.completion == nil)
      watch.settle()
    }

    @Test("a failure comes behind the values, and here (C45)", arguments: Row.allCases)
    func failure(row: Row) throws { try row.tested { failure(on: $0) } }
    private func failure(on place: some Place) {
      let subject = PassthroughSubject<Int, Broken>()
      let watch = subject.receive(on: place.clock).watched(on: place)
      for value in 1...10 { subject.send(value) }
      subject.send(completion: .failure(Broken()))
      watch.waitForEnd()
      #expect(watch.values == Array(1...10) && watch.recorder.failure != nil)
      watch.settle()
    }
  }
}
