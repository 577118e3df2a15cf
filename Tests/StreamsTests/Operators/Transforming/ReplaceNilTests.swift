import Streams
import StreamsTesting
import Testing

@Suite struct ReplaceNilTests {
  @Test func nilBecomesTheValueAndTheTypeSaysSo() {
    let stream: Publishers.Map<Publishers.Sequence<[Int?], Never>, Int> =
      Publishers.Sequence<[Int?], Never>(sequence: [1, nil, 3]).replaceNil(with: 0)
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    stream.subscribe(recorder)
    #expect(recorder.values == [1, 0, 3] && recorder.isFinished)
  }
}
