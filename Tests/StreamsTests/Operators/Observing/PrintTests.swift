import Foundation
import Streams
import StreamsTesting
import Testing

@Suite struct PrintTests {
  final class Page {
    var text = ""
    var onWrite: () -> Void = {}
    var writes = 0
    var lines: [Substring] { text.split(separator: "\n") }
  }
  struct Pen: TextOutputStream {
    let page: Page
    func write(_ string: String) {
      page.text += string
      page.writes += 1
      page.onWrite()
    }
  }

  @Test func everythingThatPassesIsALine() {  // DETAILS 39
    let (page, source) = (Page(), Probe<Int, Broken>())
    let recorder = Recorder<Int, Broken>()
    recorder.onValue = { _, value in value == 1 ? .max(1) : value == 2 ? .unlimited : .none }
    source.print(to: Pen(page: page)).subscribe(recorder)
    recorder.request(.max(2))
    for value in 1...3 { source.send(value) }
    recorder.request(.unlimited)
    source.fail(.here)
    #expect(
      page.lines == [
        "receive subscription: (Probe)", "request max: (2)", "receive value: (1)", "request max: (1) (synchronous)",
        "receive value: (2)", "request unlimited (synchronous)", "receive value: (3)", "request unlimited",
        "receive error: (here)",
      ])
    #expect(source.asked.first == .request(.max(2)))
    #expect(recorder.violations == [])
  }

  @Test func aPrefixComesFirstAndCancelsShow() {
    let (page, source) = (Page(), Probe<Int, Never>())
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    source.print("log", to: Pen(page: page)).subscribe(recorder)
    recorder.cancel()
    #expect(page.lines == ["log: receive subscription: (Probe)", "log: request unlimited", "log: receive cancel"])
    #expect(source.asked == [.request(.unlimited), .cancel])
  }

  @Test func finishingIsALineAndNothingComesAfterIt() {
    let (page, source) = (Page(), Probe<Int, Never>(keepsLaw: false))
    let recorder = Recorder<Int, Never>()
    source.print(to: Pen(page: page)).subscribe(recorder)
    source.finish()
    source.finish()
    source.send(1)
    recorder.request(.max(1))
    recorder.subscription?.cancel()
    #expect(page.lines == ["receive subscription: (Probe)", "receive finished"])
  }

  @Test func theSubscriptionOfASequenceShowsAsItself() {
    let page = Page()
    let token = Just(1).print(to: Pen(page: page)).sink { _ in }
    withExtendedLifetime(token) {}
    #expect(
      page.lines == [
        "receive subscription: (Just)", "request unlimited", "receive value: (1)", "receive finished",
      ])
  }

  @Test func aLineIsWrittenAsPrintWritesIt() {  // DETAILS 39
    let (page, plain) = (Page(), Page())
    Empty<Int, Never>(completeImmediately: false).print("p", to: Pen(page: page)).subscribe(Recorder<Int, Never>())
    var pen = Pen(page: plain)
    Swift.print("p: receive subscription: (Empty)", to: &pen)
    #expect(page.text == "p: receive subscription: (Empty)\n")
    #expect(page.writes == plain.writes && page.writes == 3)
  }

  /// The pipeline of docs/debugging.md, which quotes what it writes.
  @Test func withoutAStreamTheLinesGoToStandardOutput() async throws {  // DETAILS 39
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let token = (1...3).publisher.print("numbers").map { $0 * 2 }.sink { _ in }
      withExtendedLifetime(token) {}
      fflush(nil)
    }
    let page = try String(contentsOf: Scenarios.root.appendingPathComponent("docs/debugging.md"), encoding: .utf8)
    let transcript = try #require(page.firstMatch(of: /```text\n(?<lines>numbers: (?s:.*?))```/)).lines
    #expect(transcript.split(separator: "\n").count == 6)
    let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(said.contains(transcript))
  }

  @Test func aStreamThatUsesThePipelineDoesNotHang() {  // C36
    let (page, source) = (Page(), Probe<Int, Never>())
    let recorder = Recorder<Int, Never>()
    source.print(to: Pen(page: page)).subscribe(recorder)
    page.onWrite = {
      page.onWrite = {}
      recorder.cancel()
    }
    recorder.request(.max(1))
    #expect(page.lines == ["receive subscription: (Probe)", "request max: (1)", "receive cancel"])
  }
}
