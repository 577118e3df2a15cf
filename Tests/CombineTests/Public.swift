// With access levels on imports, as in a library's interface.
public import Combine

public struct Public {
  public init() {}
  public var numbers: AnyPublisher<Int, Never> { Exported().numbers }
}
