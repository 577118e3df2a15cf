import Combine
import Foundation

extension Notification.Name {
  public static let unitDidChange = Notification.Name("unitDidChange")
}

public enum TemperatureUnit: String {
  case celsius, fahrenheit

  func text(of celsius: Double) -> String {
    switch self {
    case .celsius: return "\(celsius) C"
    case .fahrenheit: return "\(celsius * 9 / 5 + 32) F"
    }
  }
}

/// Tells of a change as Foundation does.
public final class Settings {
  public init() {}

  public var unit = TemperatureUnit.celsius {
    didSet { NotificationCenter.default.post(name: .unitDidChange, object: self) }
  }

  public var units: AnyPublisher<TemperatureUnit, Never> {
    NotificationCenter.default.publisher(for: .unitDidChange, object: self)
      .compactMap { ($0.object as? Settings)?.unit }
      .prepend(unit)
      .eraseToAnyPublisher()
  }
}
