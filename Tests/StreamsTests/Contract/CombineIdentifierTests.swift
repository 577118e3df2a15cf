import Streams
import StreamsTesting
import Testing

@Suite struct CombineIdentifierTests {
  final class Thing: CustomCombineIdentifierConvertible {}

  @Test func freshOnesDifferFromEachOtherAndFromThoseOfObjects() {
    let things = (0..<1_000).map { _ in Thing() }
    let ids = things.map(\.combineIdentifier) + things.map { _ in CombineIdentifier() }
    #expect(Set(ids).count == 2_000)
    withExtendedLifetime(things) {}
  }

  @Test func anObjectKeepsItsOwnAndShowsAsItsAddress() {
    let thing = Thing()
    #expect(thing.combineIdentifier == CombineIdentifier(thing))
    let address = UInt(bitPattern: Unmanaged.passUnretained(thing).toOpaque())
    #expect("\(thing.combineIdentifier)" == "0x" + String(address, radix: 16))
  }

  @Test func itStoresOneNumber() {
    let mirror = Mirror(reflecting: CombineIdentifier())
    #expect(mirror.children.map(\.label) == ["rawValue"])
    #expect(mirror.children.first?.value is UInt64)
  }

  @Test func aTransparentOperatorHasTheIdentityOfItsDownstream() {
    let recorder = Recorder<Int, Never>()
    var seen: CombineIdentifier?
    struct Source: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let onSubscribe: (CombineIdentifier) -> Void
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        onSubscribe(subscriber.combineIdentifier)
      }
    }
    Source { seen = $0 }.map { $0 + 1 }.filter { _ in true }.subscribe(recorder)
    #expect(seen == recorder.combineIdentifier)
  }
}
