import StreamsLoop
import Testing

extension LoopTests {
  @Suite struct LoopInLogsTests {
    @Test func whatALoopPublishesShowsAsWhatItWasGiven() throws {
      let loop = try EventLoop()
      #expect("\(loop.timer(after: 0.5))" == "Timer(after: 0.5 s)")
      #expect(
        "\(loop.timer(after: .milliseconds(20), every: 1).map { $0 })" == "Timer(after: 0.02 s, every: 1.0 s) | Map")
      #expect("\(loop.readFile("app.log").lines())".hasPrefix("FileReader(app.log) | Lines(maximumLength: 16777216"))
      #expect(
        "\(loop.readFile("app.log").receive(on: loop))" == "FileReader(app.log) | ReceiveOn(scheduler: EventLoop)")
      try loop.close()
    }
  }
}
