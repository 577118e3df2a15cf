// What a library does that hands Combine's types on.
@_exported import Combine

public struct Exported {
  public init() {}
  public var numbers: AnyPublisher<Int, Never> { [1, 2].publisher.eraseToAnyPublisher() }
}
