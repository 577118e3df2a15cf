import Streams
import StreamsTesting
import Testing

@Suite struct MapErrorTests {
  struct Other: Error, Equatable { let code: Int }

  @Test func theFailureBecomesAnotherAndTheRestPasses() {
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, Other>(demand: .max(1))
    source.mapError { Other(code: $0 == .here ? 1 : 2) }.subscribe(recorder)
    source.send(7)
    source.fail(.there)
    #expect(recorder.values == [7])
    #expect(recorder.failure == Other(code: 2))
  }

  @Test func finishingStaysFinishing() {
    let recorder = Recorder<Int, Other>()
    Empty<Int, Broken>().mapError { _ in Other(code: 0) }.subscribe(recorder)
    #expect(recorder.isFinished)
  }

  @Test func setFailureTypeFitsAStreamBesideAnother() {
    let recorder = Recorder<Int, Broken>(demand: .max(1))
    let source = Probe<Int, Never>()
    source.setFailureType(to: Broken.self).subscribe(recorder)
    source.send(1)
    source.finish()
    #expect(recorder.values == [1] && recorder.isFinished)
    #expect(Empty<Int, Never>().setFailureType(to: Broken.self) == .init(upstream: Empty()))
    let changed: Publishers.SetFailureType<Empty<Int, Never>, Other> =
      Empty<Int, Never>().setFailureType(to: Broken.self).setFailureType(to: Other.self)
    #expect(changed == .init(upstream: Empty()))
  }
}
