/// Turns values into what one format stores: what `encode(encoder:)` needs.
public protocol TopLevelEncoder {
  associatedtype Output
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Makes values of what one format stores: what `decode(type:decoder:)` needs.
public protocol TopLevelDecoder {
  associatedtype Input
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
