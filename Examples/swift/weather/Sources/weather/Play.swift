import Combine
import Foundation
import WeatherModel

@MainActor final class Play {
  private let search: SearchModel
  private let settings = Settings()
  private let headline: Headline
  private let refresher = Refresher()
  private var cancellables = Set<AnyCancellable>()

  init(server: URL) {
    search = SearchModel(service: WeatherServer(base: server))
    headline = Headline(search: search, settings: settings)
  }

  func run() async {
    search.$state
      .dropFirst()
      .sink { print("state: \($0)") }
      .store(in: &cancellables)

    let locator = Locator { answer in DispatchQueue.global().async { answer("Berlin") } }
    do {
      for try await city in locator.city().values {
        print("located: \(city)")
        await type(city)
      }
    } catch {
      print("not located: \(error)")
    }
    await shows("Berlin: 7.5 C, clear")
    settings.unit = .fahrenheit
    await shows("Berlin: 45.5 F, clear")
    for (city, headline) in [("Atlantis", "No report"), ("Garbled", "No report"), ("Oslo", "Oslo: 27.5 F, snow")] {
      await type(city)
      await shows(headline)
    }
    print("history: \(search.history)")

    refresher.start(every: 0.01)
    for await count in refresher.$count.values where count >= 3 {
      print("refreshed three times")
      break
    }
    refresher.stop()
    headline.stop()
  }

  /// Letter by letter: only the whole word is looked up.
  private func type(_ city: String) async {
    print("types: \(city)")
    for end in city.indices { search.text = String(city[...end]) }
    for await state in search.$state.dropFirst().first(where: \.isDone).values {
      assert(state.isDone)
    }
  }

  /// Waits until the label does.
  private func shows(_ text: String) async {
    for await text in headline.$text.first(where: { $0 == text }).values {
      print("shows: \(text)")
    }
  }
}
