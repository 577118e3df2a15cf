import Combine
import WeatherModel
import XCTest

final class ModelTests: XCTestCase {
  private var cancellables = Set<AnyCancellable>()

  override func tearDown() {
    cancellables.removeAll()
  }

  func testAChangeOfUnitIsPublished() {
    let settings = Settings()
    var units: [TemperatureUnit] = []
    settings.units.sink { units.append($0) }.store(in: &cancellables)
    settings.unit = .fahrenheit
    Settings().unit = .celsius
    XCTAssertEqual(units, [.celsius, .fahrenheit])
  }

  func testALocatorAnswersOrFails() async throws {
    let city = try await Locator { $0("Oslo") }.city().value
    XCTAssertEqual(city, "Oslo")
    do {
      _ = try await Locator { $0(nil) }.city().value
      XCTFail("located nowhere")
    } catch {
      XCTAssertEqual(error as? WeatherError, .notLocated)
    }
  }

  func testARefresherCountsUntilItIsStopped() {
    let refresher = Refresher()
    let three = expectation(description: "three times")
    refresher.$count.first { $0 == 3 }.sink { _ in three.fulfill() }.store(in: &cancellables)
    refresher.start(every: 0.01)
    wait(for: [three], timeout: 30)
    refresher.stop()
    let count = refresher.count
    let later = expectation(description: "later")
    Just(()).delay(for: .milliseconds(50), scheduler: DispatchQueue.main)
      .sink { later.fulfill() }
      .store(in: &cancellables)
    wait(for: [later], timeout: 30)
    XCTAssertEqual(refresher.count, count)
  }
}
