import Foundation
import Streams
import StreamsTesting
import Testing

@Suite struct EncodeTests {
  struct Pet: Codable, Equatable { let name: String }

  /// Stores as JSON, in text.
  struct Text: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
  }

  @Test func whatIsEncodedIsDecoded() {
    let text = Recorder<String, any Error>(demand: .unlimited)
    let pets = [Pet(name: "Max"), Pet(name: "Ida")]
    pets.publisher.encode(encoder: Text()).subscribe(text)
    #expect(text.values == [#"{"name":"Max"}"#, #"{"name":"Ida"}"#] && text.isFinished)
    let recorder = Recorder<Pet, any Error>(demand: .unlimited)
    text.values.publisher.decode(type: Pet.self, decoder: Text()).subscribe(recorder)
    #expect(recorder.values == pets && recorder.isFinished)
  }

  @Test func whatCannotBeDecodedCancelsUpstreamBeforeTheFailureGoesDown() {  // C42, DETAILS 26
    let source = Probe<String, Broken>(keepsLaw: false)
    let recorder = Recorder<Pet, any Error>(demand: .unlimited)
    var isCancelledFirst = false
    recorder.onCompletion = { _, _ in isCancelledFirst = source.cancelCount == 1 }
    source.decode(type: Pet.self, decoder: Text()).subscribe(recorder)
    source.send("{")
    source.send(#"{"name":"Max"}"#)
    source.finish()
    #expect(recorder.values == [])
    #expect(recorder.failure is DecodingError)
    #expect(isCancelledFirst)
    #expect(recorder.violations == [])
    source.dropSubscribers()
  }

  @Test func upstreamsFailureIsPassedOnAsItIs() {
    let recorder = Recorder<String, any Error>()
    Fail<Pet, Broken>(error: .here).encode(encoder: Text()).subscribe(recorder)
    #expect(recorder.failure as? Broken == .here)
  }
}
