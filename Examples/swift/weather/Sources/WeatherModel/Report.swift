import Foundation

/// What the server says of a city.
public struct Report: Codable, Equatable {
  public let city: String
  public let celsius: Double
  public let sky: String

  public init(city: String, celsius: Double, sky: String) {
    self.city = city
    self.celsius = celsius
    self.sky = sky
  }
}

public enum WeatherError: Error, Equatable {
  case unknownCity(String)
  case unreadable
  case offline
  case notLocated
}
