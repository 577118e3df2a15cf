// The models behind the screens of a small book shop, as they are written for an app that uses Combine: a form, a
// search field, a basket, a board of prices. Only the import line differs. Play.swift runs them against a shop of its
// own and a clock that it moves itself.
import Streams

// MARK: - What the models need from outside

struct Book: Hashable {
  let title: String
  let cents: Int
}

struct Quote: Equatable {
  let title: String
  let cents: Int
}

enum ShopError: Error, Equatable {
  case offline
  case timedOut
  case refused(String)
}

protocol Shop {
  func isFree(name: String) -> AnyPublisher<Bool, ShopError>
  func search(_ text: String) -> AnyPublisher<[Book], ShopError>
  func place(_ order: [Book]) -> Future<Int, ShopError>
  func quotes() -> AnyPublisher<Quote, Never>
}

extension Publisher {
  /// Values and failures alike, in a stream that does not fail.
  func asResult() -> AnyPublisher<Result<Output, Failure>, Never> {
    map(Result.success)
      .catch { Just(.failure($0)) }
      .eraseToAnyPublisher()
  }
}

// MARK: - Registration: a form

final class RegistrationModel<Clock: Scheduler>: ObservableObject {
  enum NameCheck: Equatable {
    case unknown, checking, free, taken, failed
  }

  @Published var name = ""
  @Published var password = ""
  @Published var hasAcceptedTerms = false
  @Published private(set) var nameCheck = NameCheck.unknown
  @Published private(set) var hint = ""
  @Published private(set) var canRegister = false

  init(shop: any Shop, clock: Clock) {
    $name
      .dropFirst()
      .map { $0.lowercased() }
      .removeDuplicates()
      .debounce(for: .milliseconds(400), scheduler: clock)
      .map { name -> AnyPublisher<NameCheck, Never> in
        guard name.count >= 3 else {
          return Just(NameCheck.unknown).eraseToAnyPublisher()
        }
        return shop.isFree(name: name)
          .map { $0 ? NameCheck.free : .taken }
          .replaceError(with: .failed)
          .prepend(.checking)
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .assign(to: &$nameCheck)

    let isLong =
      $password
      .map { $0.count >= 8 }
      .removeDuplicates()

    $nameCheck
      .combineLatest(isLong, $hasAcceptedTerms) { check, isLong, hasAccepted in
        check == .free && isLong && hasAccepted
      }
      .removeDuplicates()
      .assign(to: &$canRegister)

    Publishers.CombineLatest3($nameCheck, $password, $hasAcceptedTerms)
      .map { check, password, hasAccepted in
        switch check {
        case .taken: return "That name is taken."
        case .failed: return "We could not look the name up."
        case .unknown, .checking, .free: break
        }
        if !password.isEmpty && password.count < 8 {
          return "\(8 - password.count) more characters, please."
        }
        return check == .free && !hasAccepted ? "Please accept the terms." : ""
      }
      .removeDuplicates()
      .assign(to: &$hint)
  }
}

// MARK: - Search: the newest question wins

final class SearchModel<Clock: Scheduler>: ObservableObject {
  enum State: Equatable {
    case idle
    case searching(String)
    case found([Book])
    case failed(ShopError)
  }

  @Published var text = ""
  @Published private(set) var state = State.idle
  @Published private(set) var attempts = 0

  /// What was chosen in the list, for the one who owns this model.
  let chosen = PassthroughSubject<Book, Never>()

  private var cancellables = Set<AnyCancellable>()

  init(shop: any Shop, clock: Clock) {
    $text
      .map { $0.filter { $0 != " " } }
      .debounce(for: .milliseconds(300), scheduler: clock)
      .removeDuplicates()
      .dropFirst()
      .map { [weak self] text -> AnyPublisher<State, Never> in
        guard !text.isEmpty else {
          return Just(State.idle).eraseToAnyPublisher()
        }
        return Deferred { () -> AnyPublisher<[Book], ShopError> in
          self?.attempts += 1
          return shop.search(text)
        }
        .timeout(.seconds(2), scheduler: clock, customError: { .timedOut })
        .retry(1)
        .map { State.found($0) }
        .catch { Just(State.failed($0)) }
        .prepend(State.searching(text))
        .eraseToAnyPublisher()
      }
      .switchToLatest()
      .receive(on: clock)
      .sink { [weak self] in self?.state = $0 }
      .store(in: &cancellables)
  }

  func choose(_ index: Int) {
    guard case .found(let books) = state, books.indices.contains(index) else { return }
    chosen.send(books[index])
  }
}

// MARK: - The basket: one state, changed by actions

final class Store<State, Action> {
  typealias Effect = AnyPublisher<Action, Never>

  private let subject: CurrentValueSubject<State, Never>
  private let reduce: (inout State, Action) -> Effect
  private var effects: [AnyCancellable] = []

  init(_ initial: State, reduce: @escaping (inout State, Action) -> Effect) {
    subject = CurrentValueSubject(initial)
    self.reduce = reduce
  }

  var state: State { subject.value }

  func send(_ action: Action) {
    var state = subject.value
    let effect = reduce(&state, action)
    subject.value = state
    effect
      .sink { [weak self] in self?.send($0) }
      .store(in: &effects)
  }

  func select<Value: Equatable>(_ part: KeyPath<State, Value>) -> AnyPublisher<Value, Never> {
    subject
      .map(part)
      .removeDuplicates()
      .eraseToAnyPublisher()
  }
}

struct Basket {
  enum Order: Equatable {
    case none, placing
    case placed(Int)
    case failed(ShopError)
  }

  enum Action {
    case add(Book)
    case remove(Book)
    case buy
    case answer(Result<Int, ShopError>)
  }

  var books: [Book] = []
  var order = Order.none
  var total: Int { books.reduce(0) { $0 + $1.cents } }

  static func store(shop: any Shop) -> Store<Basket, Action> {
    Store(Basket()) { basket, action in
      switch action {
      case .add(let book):
        basket.books.append(book)
      case .remove(let book):
        basket.books.removeAll { $0 == book }
      case .buy where basket.books.isEmpty || basket.order == .placing:
        break
      case .buy:
        basket.order = .placing
        return shop.place(basket.books)
          .asResult()
          .map(Action.answer)
          .eraseToAnyPublisher()
      case .answer(.success(let number)):
        basket.order = .placed(number)
        basket.books = []
      case .answer(.failure(let error)):
        basket.order = .failed(error)
      }
      return Empty().eraseToAnyPublisher()
    }
  }
}

// MARK: - The board: one feed, several views of it

final class BoardModel<Clock: Scheduler>: ObservableObject {
  /// What a label shows; a stand-in for a view that is updated by key path.
  final class Label {
    var text = "" {
      didSet { onChange(text) }
    }
    let onChange: (String) -> Void

    init(onChange: @escaping (String) -> Void) {
      self.onChange = onChange
    }
  }

  @Published private(set) var isStale = false
  private(set) var connections = 0
  private(set) var disconnections = 0

  private var cancellables = Set<AnyCancellable>()
  private let shop: any Shop
  private let clock: Clock

  init(shop: any Shop, clock: Clock) {
    self.shop = shop
    self.clock = clock
  }

  func start(newest: Label, average: Label, bargain: Label, below limit: Int) {
    let feed = shop.quotes()
      .handleEvents(
        receiveSubscription: { [weak self] _ in self?.connections += 1 },
        receiveCancel: { [weak self] in self?.disconnections += 1 }
      )
      .share()

    feed
      .throttle(for: .seconds(1), scheduler: clock, latest: true)
      .map { "\($0.title) \($0.cents)" }
      .assign(to: \.text, on: newest)
      .store(in: &cancellables)

    feed
      .map(\.cents)
      .collect(.byTime(clock, .seconds(2)))
      .map { "\($0.reduce(0, +) / $0.count) on average of \($0.count)" }
      .assign(to: \.text, on: average)
      .store(in: &cancellables)

    feed
      .first { $0.cents < limit }
      .map { "\($0.title) for \($0.cents)" }
      .replaceEmpty(with: "none")
      .assign(to: \.text, on: bargain)
      .store(in: &cancellables)

    let silence =
      feed
      .map { _ in false }
      .timeout(.seconds(3), scheduler: clock)
      .append(true)

    silence
      .removeDuplicates()
      .sink { [weak self] in self?.isStale = $0 }
      .store(in: &cancellables)
  }

  func stop() {
    cancellables.removeAll()
  }
}

// MARK: - Starting up

/// Everything that must be there before the first screen: each within its time, or what stands in for it.
func startUp<Clock: Scheduler>(
  greeting: AnyPublisher<String, ShopError>, offers: AnyPublisher<[Book], ShopError>, clock: Clock
) -> AnyPublisher<(greeting: String, offers: [Book]), Never> {
  greeting
    .timeout(.seconds(1), scheduler: clock, customError: { .timedOut })
    .replaceError(with: "Welcome!")
    .zip(
      offers
        .timeout(.seconds(1), scheduler: clock, customError: { .timedOut })
        .catch { _ in Just([]) }
    )
    .map { (greeting: $0, offers: $1) }
    .first()
    .eraseToAnyPublisher()
}
