import Combine
import Foundation
import Testing

#if !canImport(Combine)
  #error("a source that asks whether Combine is there must hear yes")
#endif

/// Everything by its full name, as where two modules have a `Publisher`.
private final class Model: Combine.ObservableObject {
  @Combine.Published var count = 1
  @Published var name = "a"
  var tokens = Set<Combine.AnyCancellable>()
}

private struct Own: Combine.Publisher {
  typealias Output = Int
  typealias Failure = Swift.Never
  func receive<S: Combine.Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Combine.Subscriptions.empty)
    subscriber.receive(completion: Combine.Subscribers.Completion<Never>.finished)
  }
}

extension Combine.Publisher {
  fileprivate func twice() -> Combine.Publishers.Merge<Self, Self> { Combine.Publishers.Merge(self, self) }
}

extension Combine.Publishers {
  fileprivate struct Mine {}
}

@Suite("import Combine")
struct NamesTests {
  @Test func fullNamesAreFound() {
    let map: Combine.Publishers.Map<Combine.Just<Int>, String> = Combine.Just(1).map { "\($0)" }
    let erased: Combine.AnyPublisher<String, Never> = map.eraseToAnyPublisher()
    let demand: Combine.Subscribers.Demand = .max(1)
    let subject = Combine.PassthroughSubject<Int, any Error>()
    let cancellable: any Combine.Cancellable = subject.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    var values: [String] = []
    erased.twice().sink { values.append($0) }.cancel()
    Own().sink { _ in }.cancel()
    cancellable.cancel()
    #expect(values == ["1", "1"] && demand.max == 1)
  }

  @Test func constrainedExistentialsAndOpaqueTypesAreFound() {
    func numbers() -> some Publisher<Int, Never> { [1, 2, 3].publisher }
    let any: any Publisher<Int, Never> = numbers()
    var sum = 0
    any.eraseToAnyPublisher().sink { sum += $0 }.cancel()
    #expect(sum == 6)
  }

  /// Foundation has names of its own that sound alike; URLSession and the queues come along.
  @Test func foundationsNamesAreNoneOfOurs() {
    let stream: Stream.Status = .notOpen
    let operation: Operation? = nil
    let session = URLSession(configuration: .ephemeral)
    session.invalidateAndCancel()
    #expect(stream == .notOpen && operation == nil && DispatchQueue.main.label.isEmpty == false)
  }

  @Test func filesThatImportInOtherWaysSeeTheSameTypes() {
    #expect(Box().sum == 3)
  }

  @Test func propertiesArePublishedAndSchedulersAreThere() {
    let model = Model()
    var seen: [String] = []
    model.$count.combineLatest(model.$name)
      .receive(on: ImmediateScheduler.shared)
      .sink { seen.append("\($0)\($1)") }
      .store(in: &model.tokens)
    model.count = 2
    #expect(seen == ["1a", "2a"])
    model.tokens.removeAll()
  }
}
