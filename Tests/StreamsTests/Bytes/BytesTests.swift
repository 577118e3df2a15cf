import Streams
import Testing

@Suite struct BytesTests {
  @Test func aPartSharesTheMemoryAndACopyDoesNot() {
    final class Owner {}
    let text = Array("hello, world".utf8)
    text.withUnsafeBytes { memory in
      weak var weakOwner: Owner?
      var whole: Bytes?
      do {
        let owner = Owner()
        weakOwner = owner
        whole = Bytes(memory, owner: owner)
      }
      var part: Bytes? = whole!.part(7..<12)
      let copy = part!.copied()
      whole = nil
      #expect(weakOwner != nil)
      #expect(part!.withUnsafeBytes { $0.baseAddress! } == memory.baseAddress! + 7)
      part = nil
      #expect(weakOwner == nil)
      #expect("\(copy)" == "world")
    }
  }

  @Test func bytesAreACollectionComparedByContent() {
    let bytes = Bytes("abc".utf8)
    #expect(bytes.count == 3)
    #expect(Array(bytes) == [97, 98, 99])
    #expect(bytes == Bytes([97, 98, 99]))
    #expect(bytes != Bytes("abd".utf8))
    #expect(Set([bytes, Bytes("abc".utf8), Bytes()]).count == 2)
    #expect(bytes.starts(with: "ab".utf8))
    #expect(bytes.last == 99)
    #expect(Bytes().isEmpty)
    #expect(Bytes(AnySequence([1, 2])) == Bytes([1, 2]))
    #expect("\(Bytes([0x61, 0xFF]))" == "a\u{FFFD}")
  }
}
