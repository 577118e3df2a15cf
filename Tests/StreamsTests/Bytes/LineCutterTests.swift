import Streams
import Testing

@Suite struct LineCutterTests {
  /// The lines of `text` when it comes in chunks of `size` bytes; nil for a line that is too long.
  private func cut(_ text: String, size: Int, maximum: Int = 1_000, drops: Bool = false) -> [String?] {
    var cutter = LineCutter(maximumLength: maximum, dropsReturns: drops)
    var lines: [String?] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { chunk in
        for line in cutter.all(of: chunk) { lines.append("\(line)") }
      }
      if cutter.isTooLong { return lines + [nil] }
    }
    if cutter.isGathering { lines.append(String(decoding: cutter.last().bytes, as: UTF8.self)) }
    #expect(cutter.offset == bytes.count)
    return lines
  }

  @Test func anyCutIntoChunksGivesTheSameLines() {
    let text = "one\n\ntwo, longer\n\r\nthree\r\n" + String(repeating: "x", count: 700) + "\nno end"
    let lines: [String?] = ["one", "", "two, longer", "\r", "three\r", String(repeating: "x", count: 700), "no end"]
    for size in 1...40 { #expect(cut(text, size: size) == lines) }
    #expect(cut(text, size: 10_000) == lines)
  }

  @Test func returnsAreDroppedIfAskedFor() {
    for size in 1...8 {
      #expect(cut("a\r\n\r\nb\rc\r\n\n", size: size, drops: true) == ["a", "", "b\rc", ""])
      #expect(cut("end\r", size: size, drops: true) == ["end"])
    }
  }

  @Test func nothingGivesNoLineAndALineFeedAnEmptyOne() {
    #expect(cut("", size: 4) == [])
    #expect(cut("\n", size: 4) == [""])
    #expect(cut("\n\n", size: 1) == ["", ""])
  }

  @Test func aLineOfTheMaximumPassesAndOneMoreByteIsTooLong() {
    for size in 1...12 {
      #expect(cut("12345\n12345", size: size, maximum: 5) == ["12345", "12345"])
      #expect(cut("ab\n123456\nc", size: size, maximum: 5) == ["ab", nil])
      #expect(cut("ab\n123456", size: size, maximum: 5) == ["ab", nil])
    }
  }

  @Test func theErrorTellsWhereTheLineBegins() {
    var cutter = LineCutter(maximumLength: 5, dropsReturns: false)
    for chunk in ["ab\ncd", "ef\n12", "3456"] {
      Array(chunk.utf8).withUnsafeBytes { _ = cutter.all(of: $0) }
    }
    #expect(cutter.isTooLong)
    #expect(cutter.error.offset == 8)
    #expect("\(cutter.error)" == "the line at byte 8 is longer than 5 bytes")
  }

  @Test func aGatheredLineThatIsKeptIsNotOverwritten() {
    var cutter = LineCutter(maximumLength: 100, dropsReturns: false)
    var kept: [Bytes] = []
    for chunk in ["first ", "half\nsecond ", "half\nthird ", "half\n"] {
      Array(chunk.utf8).withUnsafeBytes { bytes in
        kept += cutter.all(of: bytes)
      }
    }
    // A line that lies in its chunk is copied by `all`, a gathered one is not.
    #expect(kept.map { "\($0)" } == ["first half", "second half", "third half"])
  }
}

extension LineCutter {
  /// The lines of a chunk that end in it, as the driver takes them.
  fileprivate mutating func all(of chunk: UnsafeRawBufferPointer) -> [Bytes] {
    var rest = Rest(chunk)
    let start = rest.next
    var lines: [Bytes] = []
    if isGathering, let line = nextGathered(&rest) { lines.append(Bytes(line.bytes, owner: gathered)) }
    if !isGathering { while let line = next(&rest) { lines.append(Bytes(line.bytes, owner: nil).copied()) } }
    advance(by: rest.next - start)
    return lines
  }
}
