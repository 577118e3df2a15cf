import Streams
import StreamsTesting
import Testing

@Suite struct ReplaceEmptyTests {
  @Test func withoutAnyValueTheReplacementComesWhenItIsAskedFor() {
    let source = Probe<Int, Never>()
    let recorder = Recorder<Int, Never>()
    source.replaceEmpty(with: -1).subscribe(recorder)
    source.finish()
    #expect(recorder.values == [] && recorder.completion == nil)  // C47
    recorder.request(.max(1))
    #expect(recorder.values == [-1] && recorder.isFinished)
    #expect(source.asked == [])
  }

  @Test func askedForBeforeItComesAtOnce() {
    let recorder = Recorder<Int, Never>(demand: .max(1))
    Empty<Int, Never>().replaceEmpty(with: -1).subscribe(recorder)
    #expect(recorder.values == [-1] && recorder.isFinished)
  }

  @Test func noMoreComesThanWasAskedFor() {  // ours: Combine asks for everything
    let source = Probe<Int, Never>()
    let recorder = Recorder<Int, Never>(demand: .max(2))
    source.replaceEmpty(with: -1).subscribe(recorder)
    #expect(source.asked == [.request(.max(2))])
    for value in 1...5 { source.send(value) }
    #expect(recorder.values == [1, 2])
    source.finish()
    #expect(recorder.values == [1, 2] && recorder.isFinished)
  }

  @Test func aFailureIsNotReplaced() {
    let recorder = Recorder<Int, Broken>()
    Fail<Int, Broken>(error: .here).replaceEmpty(with: -1).subscribe(recorder)
    #expect(recorder.values == [] && recorder.failure == .here)
  }

  @Test func theyAreEqualIfTheirUpstreamsAndValuesAre() {
    #expect(Just(1).eraseTwice.replaceEmpty(with: 2) == Just(1).eraseTwice.replaceEmpty(with: 2))
    #expect(Just(1).eraseTwice.replaceEmpty(with: 2) != Just(1).eraseTwice.replaceEmpty(with: 3))
  }
}
