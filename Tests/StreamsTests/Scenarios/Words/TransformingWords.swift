import Streams
import StreamsTesting

func transformingWords(
  _ bench: ScenarioBench, _ a: ScenarioBench.Input, _ name: String
) throws -> ScenarioRunner.Stream? {
  switch name {
  case "map": return a.map(double).eraseToAnyPublisher()
  case "tryMap": return a.tryMap(half).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "mapKeyPath":
    switch try bench.number(2) {
    case 1: return a.map(\.twice).eraseToAnyPublisher()
    case 2: return a.map(\.twice, \.squared).map { .list([$0.0, $0.1]) }.eraseToAnyPublisher()
    default:
      return a.map(\.self, \.twice, \.squared).map { .list([$0.0, $0.1, $0.2]) }.eraseToAnyPublisher()
    }
  case "replaceNil":
    return a.map { try? half($0) }.replaceNil(with: ScenarioValue(try bench.word(2))).eraseToAnyPublisher()
  case "mapError": return a.mapError { ScenarioFailure($0.name.uppercased()) }.eraseToAnyPublisher()
  case "setFailureType":
    return a.assertNoFailure().setFailureType(to: ScenarioFailure.self).eraseToAnyPublisher()
  case "encode":
    return a.map { $0.number! }.encode(encoder: Halver()).failing(with: ScenarioFailure.self).eraseToAnyPublisher()
  case "decode":
    return a.decode(type: Int.self, decoder: Halver()).map { .number($0) }.failing(with: ScenarioFailure.self)
      .eraseToAnyPublisher()
  case "tryCompactMap":
    return a.tryCompactMap(halfUpTo9).failing(with: ScenarioFailure.self)
      .eraseToAnyPublisher()
  case "compactMap": return a.compactMap { try? half($0) }.eraseToAnyPublisher()
  case "scan": return a.scan(ScenarioValue(try bench.word(2)), add).eraseToAnyPublisher()
  case "tryScan":
    return a.tryScan(ScenarioValue(try bench.word(2)), addUpTo9).failing(with: ScenarioFailure.self)
      .eraseToAnyPublisher()
  case "collect":
    if bench.options.isEmpty { return a.collect().map { .list($0) }.eraseToAnyPublisher() }
    return a.collect(try bench.number(2)).map { .list($0) }.eraseToAnyPublisher()
  default: return nil
  }
}

extension ScenarioValue {
  fileprivate var twice: ScenarioValue { double(self) }
  fileprivate var squared: ScenarioValue { .number(number! * number!) }
}

/// Stores a number as half of it, and reads half of what is stored. An odd one is an error.
private struct Halver: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> ScenarioValue { try half(.number(value as! Int)) }
  func decode<T: Decodable>(_ type: T.Type, from stored: ScenarioValue) throws -> T { try half(stored).number as! T }
}
