import Foundation
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

private struct Point: Codable, Equatable {
  var x = 1
  var y = 2
}

@Suite struct CodersTests {
  private func both<Encoder: TopLevelEncoder, Decoder: TopLevelDecoder>(_ encoder: Encoder, _ decoder: Decoder)
  where Encoder.Output == Data, Decoder.Input == Data {
    let recorder = Recorder<Point, any Error>(demand: .unlimited)
    [Point(), Point(x: 3, y: 4)].publisher
      .encode(encoder: encoder).decode(type: Point.self, decoder: decoder).subscribe(recorder)
    #expect(recorder.values == [Point(), Point(x: 3, y: 4)])
    #expect(recorder.isFinished)
  }

  @Test func JSONThereAndBack() { both(JSONEncoder(), JSONDecoder()) }

  @Test func propertyListsThereAndBack() {
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      both(encoder, PropertyListDecoder())
    }
  }

  @Test func theEncodersSettingsCount() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let recorder = Recorder<Data, any Error>(demand: .unlimited)
    Just(Point()).encode(encoder: encoder).subscribe(recorder)
    #expect(recorder.values.map { String(decoding: $0, as: UTF8.self) } == [#"{"x":1,"y":2}"#])
  }

  @Test func whatCannotBeDecodedFailsTheStream() {
    let recorder = Recorder<Point, any Error>(demand: .unlimited)
    [Data(#"{"x":5,"y":6}"#.utf8), Data("nonsense".utf8), Data(#"{"x":7,"y":8}"#.utf8)].publisher
      .decode(type: Point.self, decoder: JSONDecoder()).subscribe(recorder)
    #expect(recorder.values == [Point(x: 5, y: 6)])
    #expect(recorder.failure is DecodingError)
  }

  @Test func whatCannotBeEncodedFailsTheStream() {
    let recorder = Recorder<Data, any Error>(demand: .unlimited)
    [1, Double.infinity, 2].publisher.encode(encoder: JSONEncoder()).subscribe(recorder)
    #expect(recorder.values.count == 1)
    #expect(recorder.failure is EncodingError)
  }
}
