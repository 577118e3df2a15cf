import Foundation
import Streams
import StreamsTesting
import Testing

@Suite struct RecordTests {
  enum Fault: String, Error, Codable { case here }

  @Test func theValuesComeAsTheyAreAskedForAndTheEndWithTheLast() {  // C49
    let record = Record<Int, Fault> {
      $0.receive(1)
      $0.receive(2)
      $0.receive(completion: .failure(.here))
    }
    let recorder = Recorder<Int, Fault>(demand: .max(1))
    record.subscribe(recorder)
    #expect(recorder.values == [1] && recorder.completion == nil)
    recorder.request(.none)
    #expect(recorder.values == [1])
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2] && recorder.failure == .here)
    #expect(recorder.violations == [])
  }

  @Test func withoutValuesTheEndNeedsNoDemand() {  // C3
    for end in [Subscribers.Completion<Fault>.finished, .failure(.here)] {
      let recorder = Recorder<Int, Fault>()
      Record(output: [], completion: end).subscribe(recorder)
      #expect(recorder.completion == end)
      #expect("\(recorder.subscription!)" == "Empty")
    }
  }

  @Test func aRecordWithoutAnEndFinishesAndItsRecordingMayBeGoneOnWith() {
    let record = Record<Int, Never> { $0.receive(1) }
    let recorder = Recorder<Int, Never>(demand: .unlimited)
    record.subscribe(recorder)
    #expect(recorder.values == [1] && recorder.isFinished)
    var recording = record.recording
    recording.receive(2)
    #expect(recording.output == [1, 2])
    #expect(Record(recording: recording).recording.output == [1, 2])
    #expect(record.recording.output == [1])
  }

  @Test func itShowsItsValuesAndThenThatItIsOver() {
    let recorder = Recorder<Int, Never>()
    Record<Int, Never>(output: [1, 2], completion: .finished).subscribe(recorder)
    #expect("\(recorder.subscription!)" == "[1, 2]")
    #expect(Mirror(reflecting: recorder.subscription!).children.map(\.label) == ["sequence", "completion"])
    recorder.cancel()
    #expect("\(recorder.subscription!)" == "Cancelled Events")
  }

  @Test func aRequestInsideAValueDoesNotRecurse() {  // C21
    let recorder = Recorder<Int, Never>(demand: .max(1))
    recorder.onValue = { recorder, _ in
      recorder.request(.max(1))
      return .none
    }
    Record<Int, Never>(output: Array(0..<100_000), completion: .finished).subscribe(recorder)
    #expect(recorder.values.count == 100_000 && recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test func itIsCodedAndComesBackTheSame() throws {
    let record = Record<Int, Fault>(output: [1, 2], completion: .failure(.here))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let coded = try encoder.encode(record.recording)
    #expect(
      String(decoding: coded, as: UTF8.self)
        == #"{"completion":{"error":"here","success":false},"output":[1,2]}"#)
    let back = try JSONDecoder().decode(Record<Int, Fault>.self, from: encoder.encode(record))
    #expect(back.recording.output == [1, 2] && back.recording.completion == .failure(.here))
  }

  @Test func anythingAfterTheEndTrapsAlsoWhenDecoded() async {
    await #expect(processExitsWith: .failure) {
      _ = Record<Int, Never> {
        $0.receive(completion: .finished)
        $0.receive(1)
      }
    }
    await #expect(processExitsWith: .failure) {
      var recording = Record<Int, Never>.Recording(output: [1])
      recording.receive(completion: .finished)
    }
    await #expect(processExitsWith: .failure) {
      let text = #"{"output":[1],"completion":{"success":true}}"#
      guard var recording = try? JSONDecoder().decode(Record<Int, Fault>.Recording.self, from: Data(text.utf8))
      else { return }
      recording.receive(2)
    }
  }
}
