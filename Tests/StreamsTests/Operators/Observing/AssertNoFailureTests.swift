import Streams
import StreamsTesting
import Testing

@Suite struct AssertNoFailureTests {
  @Test func whatDoesNotFailPassesAsItIs() {
    let source = Probe<Int, Broken>()
    let recorder = Recorder<Int, Never>(demand: .max(1))
    source.assertNoFailure().subscribe(recorder)
    #expect("\(recorder.subscription!)" == "Probe")  // C6
    source.send(1)
    source.finish()
    #expect(recorder.values == [1] && recorder.isFinished)
  }

  @Test func whereItWasCalledIsKept() {
    let (stream, line) = (Empty<Int, Broken>().assertNoFailure("loading"), #line)
    #expect(stream.prefix == "loading")
    #expect("\(stream.file)".hasSuffix("AssertNoFailureTests.swift"))
    #expect(stream.line == UInt(line))
  }

  @Test func aFailureEndsTheProgramAndSaysWhyAndWhere() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Fail<Int, Broken>(error: .here).assertNoFailure("loading").subscribe(Recorder<Int, Never>())
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("loading: here"))
    #expect(said.contains("AssertNoFailureTests.swift:"))
    await #expect(processExitsWith: .failure) {
      Fail<Int, Broken>(error: .here).assertNoFailure().subscribe(Recorder<Int, Never>())
    }
  }
}
