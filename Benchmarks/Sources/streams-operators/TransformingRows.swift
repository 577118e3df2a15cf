import Measuring
import Streams

private struct Pair { var first = 1 }

/// What it makes costs nothing, so that the operator is measured.
private struct NoCoder: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> Int { 1 }
  func decode<T: Decodable>(_ type: T.Type, from: Int) throws -> T {
    guard let value = from as? T else { throw Failed() }
    return value
  }
}

let transformingRows: [Row] = [
  Row("map") { n in cold(n) { $0.map { $0 &+ 1 } } },
  Row("tryMap") { n in cold(n) { $0.tryMap { $0 &+ 1 } } },
  Row("map(keyPath)") { n in cold(n) { $0.map(\.magnitude) } },
  Row("replaceNil(with:)") { n in cold(n) { $0.map { Optional($0) }.replaceNil(with: 0) } },
  Row("encode") { n in cold(n) { $0.encode(encoder: NoCoder()) } },
  Row("decode") { n in cold(n) { $0.decode(type: Int.self, decoder: NoCoder()) } },
  Row("compactMap") { n in cold(n) { $0.compactMap { Optional($0) } } },
  Row("tryCompactMap") { n in cold(n) { $0.tryCompactMap { Optional($0) } } },
  Row("scan") { n in cold(n) { $0.scan(0) { $0 &+ $1 } } },
  Row("tryScan") { n in cold(n) { $0.tryScan(0) { $0 &+ $1 } } },
  Row("mapError") { n in cold(n) { $0.setFailureType(to: Failed.self).mapError { $0 } } },
  Row("setFailureType(to:)") { n in cold(n) { $0.setFailureType(to: Failed.self) } },
  Row("collect()") { n in cold(n) { $0.collect() } },
  Row("collect(_:)") { n in cold(n) { $0.collect(10) } },
]
