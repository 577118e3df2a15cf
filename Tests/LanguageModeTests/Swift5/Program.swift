// What programs written for Combine look like. Compiled in both language modes: Swift6/Program.swift is a link to this.
import Streams
import Testing

enum SearchError: Error { case offline, empty }

final class SearchModel: ObservableObject {
  @Published var query = ""
  @Published private(set) var results: [String] = []
  @Published private(set) var isLoading = false
  private var cancellables = Set<AnyCancellable>()

  init(search: @escaping (String) -> AnyPublisher<[String], SearchError>) {
    $query
      .removeDuplicates()
      .filter { !$0.isEmpty }
      .handleEvents(receiveOutput: { [weak self] _ in self?.isLoading = true })
      .map { search($0).retry(1).replaceError(with: []) }
      .switchToLatest()
      .sink { [weak self] results in
        self?.isLoading = false
        self?.results = results
      }
      .store(in: &cancellables)
  }
}

final class Store<State, Action> {
  let state: CurrentValueSubject<State, Never>
  private let reduce: (inout State, Action) -> Void
  init(_ state: State, _ reduce: @escaping (inout State, Action) -> Void) {
    self.state = CurrentValueSubject(state)
    self.reduce = reduce
  }
  func send(_ action: Action) { reduce(&state.value, action) }
  func view<Local: Equatable>(_ get: @escaping (State) -> Local) -> AnyPublisher<Local, Never> {
    state.map(get).removeDuplicates().eraseToAnyPublisher()
  }
}

final class Countdown: Subscriber {
  typealias Input = Int
  typealias Failure = Never
  private(set) var seen: [Int] = []
  private var subscription: Subscription?
  func receive(subscription: Subscription) {
    self.subscription = subscription
    subscription.request(.max(2))
  }
  func receive(_ input: Int) -> Subscribers.Demand {
    seen.append(input)
    return input == 2 ? .max(1) : .none
  }
  func receive(completion: Subscribers.Completion<Never>) { subscription = nil }
  func stop() {
    subscription?.cancel()
    subscription = nil
  }
}

struct Ticks: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let count: Int
  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    (0..<count).publisher.subscribe(subscriber)
  }
}

@Suite struct Programs {
  @Test func aSearchModelFollowsItsQuery() {
    var asked: [String] = []
    let model = SearchModel { query in
      asked.append(query)
      if query == "bad" { return Fail(error: .offline).eraseToAnyPublisher() }
      return Just([query + "!"]).setFailureType(to: SearchError.self).eraseToAnyPublisher()
    }
    var changes = 0
    let token = model.objectWillChange.sink { changes += 1 }
    model.query = "a"
    #expect(model.results == ["a!"] && !model.isLoading)
    model.query = "bad"
    #expect(model.results == [] && asked == ["a", "bad"])
    #expect(changes == 8)
    withExtendedLifetime(token) {}
  }

  @Test func aStoreShowsParts() {
    let store = Store<(count: Int, name: String), Int>((0, "")) { $0.count += $1 }
    var counts: [Int] = []
    let token = store.view { $0.count / 2 }.sink { counts.append($0) }
    for _ in 1...4 { store.send(1) }
    #expect(counts == [0, 1, 2])
    withExtendedLifetime(token) {}
  }

  @Test func aSubscriberAsksAsItLikes() {
    let countdown = Countdown()
    [1, 2, 3, 4].publisher.subscribe(countdown)
    #expect(countdown.seen == [1, 2, 3])
    countdown.stop()
    let other = Countdown()
    Ticks(count: 1).subscribe(other)
    #expect(other.seen == [0])
  }

  @Test func futuresAndSharedStreams() {
    let future = Future<Int, SearchError> { promise in promise(.success(21)) }
    let shared = future.map { $0 * 2 }.share()
    var log: [String] = []
    let tokens = (0..<2).map { i in
      shared.sink(receiveCompletion: { log.append("\(i) \($0)") }, receiveValue: { log.append("\(i) \($0)") })
    }
    #expect(log == ["0 42", "0 finished", "1 finished"])
    withExtendedLifetime(tokens) {}
  }

  @Test func valuesAreAwaited() async throws {
    var sum = 0
    for await value in [1, 2, 3].publisher.map({ $0 * 2 }).values { sum += value }
    #expect(sum == 12)
    await #expect(throws: SearchError.offline) {
      for try await _ in Fail<Int, SearchError>(error: .offline).values {}
    }
    #expect(await Future<Int, Never> { $0(.success(1)) }.value == 1)
  }

  @MainActor @Test func onTheMainActorAModelIsUsedAsEverywhere() async {
    let model = ActorModel()
    model.add(2)
    await Task { model.add(3) }.value
    #expect(model.total == 5 && model.log == [0, 2, 5])
  }
}

@MainActor final class ActorModel: ObservableObject {
  @Published var total = 0
  private(set) var log: [Int] = []
  private var cancellables = Set<AnyCancellable>()
  init() { $total.sink { [weak self] in self?.log.append($0) }.store(in: &cancellables) }
  func add(_ number: Int) { total += number }
}
