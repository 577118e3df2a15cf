// Plays the models of BookShop.swift: a user types, a shop answers, and a clock stands still until it is moved, so that
// every run prints the same. Needs StreamsTesting; with Combine any scheduler of virtual time does.
import Streams
import StreamsTesting

typealias Time = VirtualTime.SchedulerTimeType.Stride

/// A shop that answers late, and fails where it is told to.
final class StagedShop: Shop {
  let time: VirtualTime
  let prices = PassthroughSubject<Quote, Never>()
  private var hasFailed: Set<String> = []
  private let books = [
    Book(title: "Streams", cents: 1999), Book(title: "Rivers", cents: 1250), Book(title: "Strands", cents: 999),
  ]

  init(time: VirtualTime) { self.time = time }

  /// "root" cannot be looked up, "anna" is taken, and "bert" takes long.
  func isFree(name: String) -> AnyPublisher<Bool, ShopError> {
    if name == "root" {
      return Fail(error: .offline).delay(for: .milliseconds(50), scheduler: time).eraseToAnyPublisher()
    }
    return Just(name != "anna").setFailureType(to: ShopError.self)
      .delay(for: .milliseconds(name == "bert" ? 900 : 200), scheduler: time).eraseToAnyPublisher()
  }

  /// "flaky" fails once, "gone" always, and "slow" takes three seconds.
  func search(_ text: String) -> AnyPublisher<[Book], ShopError> {
    let delay: Time = text.hasPrefix("slow") ? .seconds(3) : .milliseconds(100)
    if text == "gone" || text == "flaky" && hasFailed.insert(text).inserted {
      return Fail(error: .offline).delay(for: delay, scheduler: time).eraseToAnyPublisher()
    }
    return Just(books.filter { $0.title.lowercased().hasPrefix(text) }).setFailureType(to: ShopError.self)
      .delay(for: delay, scheduler: time).eraseToAnyPublisher()
  }

  func place(_ order: [Book]) -> Future<Int, ShopError> {
    Future { [time] promise in
      time.schedule(after: time.now.advanced(by: .seconds(1))) {
        promise(order.count > 2 ? .failure(.refused("too many")) : .success(40 + order.count))
      }
    }
  }

  func quotes() -> AnyPublisher<Quote, Never> { prices.eraseToAnyPublisher() }
}

@main
struct Play {
  let time = VirtualTime()
  let shop: StagedShop

  init() { shop = StagedShop(time: time) }

  static func main() {
    let play = Play()
    play.registration()
    play.search()
    play.basket()
    play.board()
    play.start()
  }

  /// A line, and when it was: milliseconds since the scene began.
  func note(_ what: String, since start: Time = .zero) {
    let now = String((time.now.nanoseconds - start.nanoseconds) / 1_000_000)
    print(String(repeating: " ", count: max(0, 6 - now.count)) + now + "  " + what.replacing("viewmodel.", with: ""))
  }

  func scene(_ title: String, _ run: (_ note: @escaping (String) -> Void) -> Void) {
    print("== \(title)")
    let start = Time.nanoseconds(time.now.nanoseconds)
    run { [self] in note($0, since: start) }
  }

  func wait(_ milliseconds: Int) { time.advance(by: .milliseconds(milliseconds)) }

  // MARK: - The scenes

  func registration() {
    scene("registration") { note in
      let model = RegistrationModel(shop: shop, clock: time)
      var changes = 0
      var cancellables = Set<AnyCancellable>()
      model.objectWillChange.sink { changes += 1 }.store(in: &cancellables)
      model.$nameCheck.sink { note("name: \($0)") }.store(in: &cancellables)
      model.$canRegister.sink { note("can register: \($0)") }.store(in: &cancellables)
      model.$hint.dropFirst().sink { note("hint: \($0.isEmpty ? "none" : $0)") }.store(in: &cancellables)

      note("types Anna, letter by letter")
      for name in ["A", "An", "Ann", "Anna"] {
        model.name = name
        wait(100)
      }
      wait(600)
      note("types root")
      model.name = "root"
      wait(500)
      note("types Bert, and Berta before the answer")
      model.name = "Bert"
      wait(500)
      model.name = "Berta"
      wait(700)
      note("types a short password, then a long one")
      model.password = "12345"
      model.password = "12345678"
      note("accepts the terms")
      model.hasAcceptedTerms = true
      note("takes the name away")
      model.name = ""
      wait(500)
      note("the model changed \(changes) times; can register: \(model.canRegister)")
    }
  }

  func search() {
    scene("search") { note in
      let model = SearchModel(shop: shop, clock: time)
      var cancellables = Set<AnyCancellable>()
      model.$state.sink { note("\($0)") }.store(in: &cancellables)
      model.chosen.sink { note("chosen: \($0.title)") }.store(in: &cancellables)
      wait(300)
      for text in ["s", "st", "str"] {
        model.text = text
        wait(100)
      }
      wait(500)
      model.choose(1)
      model.choose(7)
      note("a blank is no change")
      model.text = "str "
      wait(500)
      note("fails once")
      model.text = "flaky"
      wait(1000)
      note("fails always")
      model.text = "gone"
      wait(1000)
      note("takes too long, twice")
      model.text = "slow"
      wait(5000)
      note("takes too long, and is given up")
      model.text = "slow!"
      wait(350)
      model.text = ""
      wait(5000)
      note("\(model.attempts) attempts")
    }
  }

  func basket() {
    scene("basket") { note in
      let store = Basket.store(shop: shop)
      var cancellables = Set<AnyCancellable>()
      store.select(\.total).sink { note("total: \($0)") }.store(in: &cancellables)
      store.select(\.order).sink { note("order: \($0)") }.store(in: &cancellables)
      store.select(\.books.count).dropFirst().sink { note("books: \($0)") }.store(in: &cancellables)
      let book = Book(title: "Streams", cents: 1999)
      let other = Book(title: "Rivers", cents: 1250)
      store.send(.buy)
      store.send(.add(book))
      store.send(.add(other))
      store.send(.add(book))
      store.send(.buy)
      store.send(.buy)
      wait(1000)
      store.send(.remove(book))
      store.send(.buy)
      wait(1000)
      note("the basket holds \(store.state.books.count)")
    }
  }

  func board() {
    scene("board") { note in
      let model = BoardModel(shop: shop, clock: time)
      typealias Label = BoardModel<VirtualTime>.Label
      model.start(
        newest: Label { note("newest: \($0)") }, average: Label { note("average: \($0)") },
        bargain: Label { note("bargain: \($0)") }, below: 1000)
      let stale = model.$isStale.dropFirst().sink { note("stale: \($0)") }
      for cents in [1999, 1899, 1799, 999, 949, 1250] {
        wait(400)
        shop.prices.send(Quote(title: "Strands", cents: cents))
      }
      wait(5000)
      shop.prices.send(Quote(title: "Strands", cents: 1000))
      wait(2000)
      note("\(model.connections) connection, \(model.disconnections) cut")
      model.stop()
      shop.prices.send(Quote(title: "Strands", cents: 1))
      wait(2000)
      note("\(model.connections) connection, \(model.disconnections) cut")
      stale.cancel()
    }
  }

  func start() {
    scene("start") { note in
      let books = [Book(title: "Streams", cents: 1999)]
      let slow = Just("Good morning!").setFailureType(to: ShopError.self)
        .delay(for: .milliseconds(800), scheduler: time).eraseToAnyPublisher()
      let never = Empty<[Book], ShopError>(completeImmediately: false).eraseToAnyPublisher()
      let ready = Just(books).setFailureType(to: ShopError.self).eraseToAnyPublisher()
      let failing = Fail<String, ShopError>(error: .offline).eraseToAnyPublisher()
      for (greeting, offers) in [(slow, ready), (slow, never), (failing, ready)] {
        let begun = startUp(greeting: greeting, offers: offers, clock: time)
          .sink(receiveCompletion: { note("\($0)") }, receiveValue: { note("\($0.greeting) \($0.offers.count)") })
        wait(1500)
        begun.cancel()
      }
    }
  }
}
