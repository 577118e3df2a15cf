import Foundation
import Streams
import StreamsTesting
import Testing

private struct Book { var title = "Streams" }
private final class Model: ObservableObject {
  @Published var name = "Anna"
  var stored: Published<String> { _name }
}

/// What a programmer reads who prints a publisher, a subject, a demand or a token.
@Suite("descriptions")
struct DescriptionTests {
  let subject = PassthroughSubject<Int, Never>()
  let time = VirtualTime()

  @Test func aPipelineShowsItsStepsInTheOrderOfTheSourceCode() {
    let steps = subject.map { $0 + 1 }.filter { $0 > 0 }.removeDuplicates().share()
    #expect("\(steps)" == "PassthroughSubject<Int, Never> | Map | Filter | RemoveDuplicates | Share")
    #expect(String(reflecting: steps) == "\(steps)")
    let connected = Just(1).makeConnectable().autoconnect()
    #expect("\(connected)" == "Just(1) | MakeConnectable | Autoconnect")
  }

  @Test func aStepShowsWhatItWasGivenButForClosures() {
    let latest = CurrentValueSubject<Int, Never>(7)
    #expect("\(subject.zip(latest))" == "Zip(PassthroughSubject<Int, Never>, CurrentValueSubject<Int, Never>(7))")
    #expect("\(Just(1).append(Just(2)))" == "Concatenate(Just(1), Just(2))")
    #expect("\(Just(1).drop(untilOutputFrom: Just(2)))" == "Just(1) | DropUntilOutput(Just(2))")
    #expect(
      "\(Just(Book()).map(\.title).print("a"))".hasSuffix(#" | MapKeyPath(keyPath: \Book.title) | Print(prefix: a)"#))
    #expect("\(subject.handleEvents(receiveOutput: { _ in }))" == "PassthroughSubject<Int, Never> | HandleEvents")
    #expect(
      "\(subject.buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest))"
        == "PassthroughSubject<Int, Never> | Buffer(size: 3, prefetch: keepFull, whenFull: dropOldest)")
    #expect(
      "\(subject.debounce(for: .milliseconds(300), scheduler: time))"
        == "PassthroughSubject<Int, Never> | Debounce(dueTime: 0.3 s, scheduler: VirtualTime)")
    #expect(
      "\(subject.flatMap(maxPublishers: .max(2)) { _ in Just(1) })".hasSuffix(" | FlatMap(maxPublishers: max(2))"))
  }

  @Test func aSourceShowsItsValuesOrElseItsTypes() {
    #expect("\((1...5).publisher)" == "Sequence(1...5)" && "\(Just("a"))" == "Just(a)")
    #expect("\(Fail<Int, Broken>(error: .here))" == "Fail(here)")
    #expect("\(Empty<Int, Never>())" == "Empty<Int, Never>")
    #expect("\(Empty<Int, Never>(completeImmediately: false))" == "Empty<Int, Never>(completeImmediately: false)")
    #expect("\(Optional(1).publisher)" == "Optional.Publisher(1)")
    #expect("\(Int?.none.publisher)" == "Optional.Publisher(nil)")
    #expect("\(Result<Int, Broken>.success(1).publisher)" == "Result.Publisher(success(1))")
    #expect("\(Record<Int, Never>(output: [1, 2], completion: .finished))" == "Record([1, 2], finished)")
    #expect("\(Deferred { Just(1) })" == "Deferred<Just<Int>>")
    #expect("\(Just(1).values)" == "Just(1) | AsyncPublisher")
    #expect("\(Array(repeating: 1, count: 100).publisher)".hasSuffix("1, 1,...)"), "a long value is cut")
  }

  @Test func aFutureShowsItsResultOnceItIsThere() {
    var promise: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { promise = $0 }
    #expect("\(future)" == "Future<Int, Never>")
    promise?(.success(1))
    #expect("\(future)" == "Future<Int, Never>(success(1))")
  }

  @Test func aPublishedPropertyShowsItsValue() {
    let model = Model()
    #expect("\(model.stored)" == "Published(Anna)" && "\(model.$name)" == "Published<String>.Publisher")
    model.name = "Bert"
    #expect("\(model.stored)" == "Published(Bert)")
    #expect("\(model.objectWillChange)" == "ObservableObjectPublisher")
  }

  @Test func demandCompletionsAndIdentifiersReadAsInTheSourceCode() {
    #expect("\(Subscribers.Demand.none) \(Subscribers.Demand.unlimited)" == "max(0) unlimited")
    #expect("\(Subscribers.Completion<Broken>.failure(.here))".hasSuffix("Broken.here)"))
    #expect("\(Subscribers.Completion<Broken>.finished)" == "finished")
    #expect("\(CombineIdentifier(subject))".wholeMatch(of: /0x[0-9a-f]+/) != nil)
  }

  /// Where a description is all there is to say, or a few values; nothing of what makes it work.
  @Test func aDumpShowsValuesAndNoMachinery() {
    func dumped(_ value: some Any) -> String {
      var text = ""
      dump(value, to: &text)
      return text
    }
    #expect(dumped(Subscribers.Demand.unlimited) == "- unlimited\n")
    #expect(dumped(subject) == "- PassthroughSubject<Int, Never> #0\n")
    #expect(dumped(AnyCancellable {}) == "- Streams.AnyCancellable #0\n")
    #expect(dumped(Just(1).eraseToAnyPublisher()) == "- AnyPublisher\n")
    #expect(dumped(Model()).hasSuffix("Model #0\n  ▿ _name: Published(Anna)\n    - value: \"Anna\"\n"))
    let shared = dumped(CurrentValueSubject<Int, Never>(7).map { $0 }.share())
    #expect(shared.contains("- value: 7") && !shared.contains("hub") && !shared.contains("attendance"))
  }

  @Test("no page of types, no closures, no machinery", arguments: Look.all)
  func readsWell(_ look: Look) {
    let looks = Looks()
    let publisher = look.make(looks)
    let text = "\(publisher)"
    #expect(publisher is any CustomStringConvertible)
    #expect(!text.contains("(Function)") && !text.contains("Streams.Publishers"), "\(text)")
  }

  @Test func noPublisherIsForgotten() throws {
    let sources = Scenarios.root.appendingPathComponent("Sources/Streams")
    var described = ""
    for page in ["OperatorsInLogs", "SourcesInLogs"] {
      described += try String(contentsOf: sources.appendingPathComponent("Texts/\(page).swift"), encoding: .utf8)
    }
    let declaration = #/public (?:final )?(?:struct|class) (\w+)<(?s:[^{]*?)>: (?:Connectable)?Publisher\b/#
    var count = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      for match in text.matches(of: declaration) where match.1 != "AnyPublisher" {
        count += 1
        let name = try Regex(#"extension (?:Publishers\.)?\#(match.1): PipelineInLogs"#)
        #expect(described.contains(name), "\(match.1) of \(path) does not say how it shows")
      }
    }
    #expect(count > 90)
  }
}
