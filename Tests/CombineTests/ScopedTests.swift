// One declaration at a time: methods of those types come along.
import class Combine.AnyCancellable
import class Combine.PassthroughSubject
import protocol Combine.ObservableObject
import struct Combine.Published
import Testing

private final class Model: ObservableObject {
  @Published var count = 1
  var tokens: Set<AnyCancellable> = []
  let subject = PassthroughSubject<Int, Never>()
}

@Suite("import class Combine.AnyCancellable")
struct ScopedTests {
  @Test func membersAreVisible() {
    let model = Model()
    var seen: [Int] = []
    model.subject.map { $0 + 1 }.sink { seen.append($0) }.store(in: &model.tokens)
    model.$count.sink { seen.append($0) }.store(in: &model.tokens)
    model.subject.send(1)
    #expect(seen == [1, 2])
    model.tokens.removeAll()
  }
}
