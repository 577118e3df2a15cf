import Combine
import Foundation

public protocol WeatherService {
  func report(for city: String) -> AnyPublisher<Report, WeatherError>
}

/// Asks a web server for `<city>.json`.
public final class WeatherServer: WeatherService {
  private let base: URL
  private let session: URLSession
  private let decoder = JSONDecoder()

  public init(base: URL, session: URLSession = .shared) {
    self.base = base
    self.session = session
  }

  public func report(for city: String) -> AnyPublisher<Report, WeatherError> {
    session.dataTaskPublisher(for: base.appendingPathComponent("\(city).json"))
      .tryMap { data, response -> Data in
        guard let response = response as? HTTPURLResponse, response.statusCode == 200 else {
          throw WeatherError.unknownCity(city)
        }
        return data
      }
      .decode(type: Report.self, decoder: decoder)
      .mapError { error -> WeatherError in
        switch error {
        case let error as WeatherError: return error
        case is DecodingError: return .unreadable
        default: return .offline
        }
      }
      .eraseToAnyPublisher()
  }
}
