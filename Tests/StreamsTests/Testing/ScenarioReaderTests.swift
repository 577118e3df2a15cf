import Streams
import StreamsTesting
import Testing

@Suite("the scenario reader")
struct ScenarioReaderTests {
  private func error(_ text: String) -> String {
    do {
      for scenario in try Scenario.parse(text, file: "x.scenario") {
        _ = try ScenarioRunner(build: buildStream).run(scenario)
      }
      return "none"
    } catch { return "\(error)" }
  }

  @Test("what has no meaning is an error with file and line")
  func errors() {
    #expect(error("stream a") == "x.scenario:1: \"stream\" stands before the first scenario")
    #expect(error("scenario") == "x.scenario:1: a scenario needs a sentence")
    #expect(error("scenario s\nout -") == "x.scenario:1: \"s\" has no stream")
    #expect(error("scenario s\nstream a map double\na -") == "x.scenario:1: \"s\" has no lane out")
    #expect(error("# c\n\nscenario s\nstreem a") == "x.scenario:4: unknown word \"streem\"")
    #expect(
      error("scenario s\nstream never\nout - -\ndemand -") == "x.scenario:4: lane demand has 1 columns, out has 2")
    #expect(error("scenario s\nstream never\nout -\nout -") == "x.scenario:4: a second lane out")
    #expect(error("scenario s\nstream a nonsense\na -\nout -") == "x.scenario:1: unknown operator \"nonsense\"")
    #expect(error("scenario s\nstream never\ndemand y\nout -") == "x.scenario:3: unknown word \"y\"")
    #expect(error("scenario s\nstream never\nreturns q\nout -") == "x.scenario:3: unknown word \"q\"")
    #expect(error("scenario s\nstream a zip b\na -\nout -") == "x.scenario:1: the stream names \"b\", which is no lane")
    #expect(error("scenario s\nstream never\nonly java x\nout -") == "x.scenario:3: only swift|c and a reason")
  }

  @Test("only, before the first scenario, holds for the file; a scenario may say otherwise")
  func onlyForTheFile() throws {
    let text = """
      # A comment.
      only swift it has key paths
      scenario one
      stream never
      out -
      scenario two
      only c no reason
      stream never
      out -
      scenario three
      stream never
      out -
      """
    let read = try Scenario.parse(text, file: "x.scenario")
    #expect(read.map { $0.only?.language } == ["swift", "c", "swift"])
    #expect(read.map { $0.only?.reason } == ["it has key paths", "no reason", "it has key paths"])
    #expect(try Scenario.parse("scenario s\nstream never\nout -", file: "x.scenario")[0].only == nil)
    #expect(error("only swift\nscenario s") == "x.scenario:1: only swift|c and a reason")
  }

  @Test("a wrong expectation names file, scenario, lane, what was expected and what came")
  func mismatch() throws {
    let text = "scenario doubles\nstream a map double\na 1 2\ndemand * -\nout 2 5\na.demand * -"
    let found = try ScenarioRunner(build: buildStream).run(try Scenario.parse(text, file: "x.scenario")[0])
    #expect(
      found.map(\.description) == ["x.scenario:5: doubles: lane out\n  expected  2 5\n  got       2 4"])
  }

  @Test("a value that nobody asked for is a fault of the scenario")
  func unasked() throws {
    let text = "scenario s\nstream a map double\na 1 2\ndemand 1 -\nout 2 -"
    let found = try ScenarioRunner(build: buildStream).run(try Scenario.parse(text, file: "x.scenario")[0])
    #expect(found.map(\.got) == ["column 2: a sends 2, which nobody asked for"])
  }

  @Test("an operator of one's own is a word with options, and a file without scenarios is an error")
  func wordsOfOnesOwn() throws {
    let runner = ScenarioRunner(words: [
      "later": { bench, upstream in
        upstream.delay(for: try bench.ticks(2), scheduler: bench.time).eraseToAnyPublisher()
      }
    ])
    let text = """
      scenario comes later
      stream a later 2
      a 1 - -
      demand * - -
      out - - 1
      scenario does not come earlier
      stream a later 1
      a 1 - -
      demand * - -
      out 1 - -
      scenario is not for Swift
      only c no reason
      stream a unknown
      a 1
      out 1
      """
    #expect(
      try runner.run(text, file: "x.scenario").map(\.description) == [
        "x.scenario:10: does not come earlier: lane out\n  expected  1 - -\n  got       - 1 -"
      ])
    func error(_ text: String) -> String {
      do { return "\(try runner.run(text, file: "x.scenario"))" } catch { return "\(error)" }
    }
    #expect(error("# nothing") == "x.scenario:1: no scenario")
    #expect(error("scenario s\nstream a sooner\na -\nout -") == "x.scenario:1: unknown operator \"sooner\"")
    #expect(
      error("scenario s\nstream b later 1\na -\nout -") == "x.scenario:1: the stream names \"b\", which is no lane")
    #expect(error("scenario s\nstream a later\na -\nout -") == "x.scenario:1: the stream lacks a word after later")
    #expect(error("scenario s\nstream a later x\na -\nout -") == "x.scenario:1: \"x\" is not a number")
  }
}
