import Streams
import StreamsTesting
import Testing

@Suite struct AnyPublisherTests {
  @Test func everythingPassesAsItIs() {
    enum Broken: Error { case here }
    let probe = Probe<Int, Broken>()
    let recorder = Recorder<Int, Broken>(demand: .max(1))
    recorder.onValue = { _, value in value == 1 ? .max(2) : .none }
    probe.eraseToAnyPublisher().subscribe(recorder)
    #expect(probe.send(1) == .max(2))
    probe.send(2)
    probe.fail(.here)
    #expect(recorder.values == [1, 2])
    #expect(recorder.failure == .here)
    #expect(recorder.violations == [])
    #expect(probe.asked == [.request(.max(1)), .returned(.max(2))])
  }

  @Test func cancellingReachesTheSource() {
    let probe = Probe<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    probe.map { $0 + 1 }.eraseToAnyPublisher().filter { _ in true }.eraseToAnyPublisher().subscribe(recorder)
    recorder.cancel()
    #expect(probe.asked == [.request(.unlimited), .cancel])
  }

  @Test func erasingTwiceGivesTheSameBox() {
    func erase<P: Publisher>(_ publisher: P) -> AnyPublisher<P.Output, P.Failure> { publisher.eraseToAnyPublisher() }
    let once = Just(1).eraseToAnyPublisher()
    #expect(MemoryLayout.size(ofValue: once) == MemoryLayout<AnyObject>.size)
    func box(_ publisher: AnyPublisher<Int, Never>) -> ObjectIdentifier {
      ObjectIdentifier(unsafeBitCast(publisher, to: AnyObject.self))
    }
    #expect(box(once.eraseToAnyPublisher()) == box(once))
    #expect(box(AnyPublisher(once)) == box(once))
    #expect(box(erase(once)) == box(once))
  }

  @Test func itShowsAsAnyPublisher() {
    #expect("\(Just(1).eraseToAnyPublisher())" == "AnyPublisher")
    #expect(Just(1).eraseToAnyPublisher().playgroundDescription as? String == "AnyPublisher")
  }
}
