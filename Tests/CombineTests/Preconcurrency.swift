// As a library written before Swift 6 says.
@preconcurrency import Combine

final class Box {
  private var token: AnyCancellable?
  private(set) var sum = 0
  init() { token = Public().numbers.sink { [weak self] in self?.sum += $0 } }
}
