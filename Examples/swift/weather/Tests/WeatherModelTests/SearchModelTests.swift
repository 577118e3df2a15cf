import Combine
import WeatherModel
import XCTest

/// Answers when it is told to.
private final class StagedService: WeatherService {
  var asked: [String] = []
  var answers: [String: PassthroughSubject<Report, WeatherError>] = [:]

  func report(for city: String) -> AnyPublisher<Report, WeatherError> {
    asked.append(city)
    let answer = PassthroughSubject<Report, WeatherError>()
    answers[city] = answer
    return answer.eraseToAnyPublisher()
  }
}

final class SearchModelTests: XCTestCase {
  private let service = StagedService()
  private lazy var model = SearchModel(service: service, pause: .milliseconds(20))
  private var cancellables = Set<AnyCancellable>()

  override func tearDown() {
    cancellables.removeAll()
  }

  /// Waits until the model is in the state.
  private func wait(for state: SearchModel.State) {
    let reached = expectation(description: "\(state)")
    model.$state
      .first { $0 == state }
      .sink { _ in reached.fulfill() }
      .store(in: &cancellables)
    wait(for: [reached], timeout: 30)
  }

  func testOnlyTheLastWordIsLookedUp() {
    for text in ["O", "Os", "Oslo"] { model.text = text }
    wait(for: .searching("oslo"))
    XCTAssertEqual(service.asked, ["oslo"])
  }

  func testAnAnswerIsShownAndRemembered() {
    let report = Report(city: "Oslo", celsius: -2, sky: "snow")
    model.text = " Oslo "
    wait(for: .searching("oslo"))
    service.answers["oslo"]?.send(report)
    wait(for: .found(report))
    XCTAssertEqual(model.history, ["Oslo"])
  }

  func testAnOlderAnswerComesTooLate() {
    model.text = "Oslo"
    wait(for: .searching("oslo"))
    model.text = "Rome"
    wait(for: .searching("rome"))
    let report = Report(city: "Rome", celsius: 20, sky: "clear")
    service.answers["oslo"]?.send(Report(city: "Oslo", celsius: -2, sky: "snow"))
    service.answers["rome"]?.send(report)
    wait(for: .found(report))
    XCTAssertEqual(model.history, ["Rome"])
  }

  func testAFailureDoesNotEndTheSearch() {
    model.text = "Atlantis"
    wait(for: .searching("atlantis"))
    service.answers["atlantis"]?.send(completion: .failure(.unknownCity("atlantis")))
    wait(for: .failed(.unknownCity("atlantis")))
    model.text = "Oslo"
    wait(for: .searching("oslo"))
  }
}
