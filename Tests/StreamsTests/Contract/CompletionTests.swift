import Foundation
import Streams
import Testing

@Suite struct CompletionTests {
  enum Broken: String, Error, Codable { case here, there }
  typealias Completion = Subscribers.Completion<Broken>

  @Test func completionsAreEqualIfTheirFailuresAre() {
    #expect(Completion.finished == .finished)
    #expect(Completion.failure(.here) == .failure(.here))
    #expect(Completion.failure(.here) != .failure(.there))
    #expect(Completion.finished != .failure(.here))
    #expect(Set([Completion.finished, .finished, .failure(.here)]).count == 2)
  }

  @Test func itIsCodedAsSuccessOrAsTheError() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Completion.finished), as: UTF8.self) == #"{"success":true}"#)
    #expect(
      String(decoding: try encoder.encode(Completion.failure(.here)), as: UTF8.self)
        == #"{"error":"here","success":false}"#)
  }

  @Test func successWinsOverAStrayErrorAndAFailureNeedsOne() throws {
    func decode(_ text: String) throws -> Completion {
      try JSONDecoder().decode(Completion.self, from: Data(text.utf8))
    }
    #expect(try decode(#"{"success":true}"#) == .finished)
    #expect(try decode(#"{"success":true,"error":"here"}"#) == .finished)
    #expect(try decode(#"{"success":false,"error":"there"}"#) == .failure(.there))
    #expect(throws: DecodingError.self) { try decode(#"{"success":false}"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"error":"here"}"#) }
  }
}
