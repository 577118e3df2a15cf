import Streams
import Testing

@Test func justSendsOneValue() {
  var got: [Int] = []
  let token = Just(1).sink { got.append($0) }
  withExtendedLifetime(token) {}
  #expect(got == [1])
}
