import Combine
import Foundation

/// Finds out where we are, by a service that calls back.
public struct Locator {
  public typealias LookUp = (@escaping (String?) -> Void) -> Void
  private let lookUp: LookUp

  public init(lookUp: @escaping LookUp) {
    self.lookUp = lookUp
  }

  public func city() -> Future<String, WeatherError> {
    Future { promise in
      lookUp { city in
        promise(city.map(Result.success) ?? .failure(.notLocated))
      }
    }
  }
}
