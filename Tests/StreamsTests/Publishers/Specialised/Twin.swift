import Streams
import StreamsTesting
import Testing

/// An operator applied twice to the same stream: once where it is known to be a source, and once where nothing is known
/// of it. What comes out must be the same.
struct Twin {
  /// As it is declared: `output(in:)`.
  let name: String
  /// What it was applied to, and with what.
  let example: String
  let made: Any.Type
  let expected: Any.Type
  let known: (Plan) -> [Sight]
  let general: (Plan) -> [Sight]

  /// What a subscriber does, step by step.
  struct Plan {
    let name: String
    var onValue: (AnyRecorder) -> Subscribers.Demand = { _ in .none }
    let steps: [(AnyRecorder) -> Void]
    /// False if it cancels.
    var isComplete = true
  }

  /// What a subscriber has seen so far.
  struct Sight {
    let values: [String]
    let end: String?
  }

  /// The part of a recorder that is the same for all types.
  struct AnyRecorder {
    let request: (Subscribers.Demand) -> Void
    let cancel: () -> Void
  }

  static var plans: [Plan] {
    [
      Plan(name: "nothing, then everything", steps: [{ _ in }, { $0.request(.unlimited) }]),
      Plan(name: "everything", steps: [{ $0.request(.unlimited) }]),
      Plan(name: "one by one", steps: Array(repeating: { $0.request(.max(1)) }, count: 12)),
      Plan(name: "two, then everything", steps: [{ $0.request(.max(2)) }, { $0.request(.unlimited) }]),
      Plan(
        name: "each brings one", onValue: { _ in .max(1) }, steps: Array(repeating: { $0.request(.max(1)) }, count: 12)),
      Plan(
        name: "each asks for one",
        onValue: {
          $0.request(.max(1))
          return .none
        }, steps: Array(repeating: { $0.request(.max(1)) }, count: 12)),
      Plan(name: "cancel, then everything", steps: [{ $0.cancel() }, { $0.request(.unlimited) }], isComplete: false),
      Plan(
        name: "cancel in the first value",
        onValue: {
          $0.cancel()
          return .max(1)
        }, steps: [{ $0.request(.unlimited) }], isComplete: false),
    ]
  }

  /// Plays a plan and looks after each step.
  static func play<P: Publisher>(_ publisher: P, _ plan: Plan) -> [Sight] {
    let recorder = Recorder<P.Output, P.Failure>()
    let handle = AnyRecorder(
      request: { [unowned recorder] in recorder.request($0) }, cancel: { [unowned recorder] in recorder.cancel() })
    recorder.onValue = { _, _ in plan.onValue(handle) }
    func look() -> Sight {
      Sight(values: recorder.values.map { "\($0)" }, end: recorder.completion.map { "\($0)" })
    }
    publisher.subscribe(recorder)
    var sights = [look()]
    for step in plan.steps {
      step(handle)
      sights.append(look())
    }
    #expect(recorder.violations == [])
    withExtendedLifetime(recorder) {}
    return sights
  }

  /// Records an issue for every difference.
  func compare() {
    #expect(String(reflecting: made) == String(reflecting: expected), "\(example).\(name)")
    for plan in Self.plans {
      let (known, general) = (known(plan), general(plan))
      for (ours, theirs) in zip(known, general) {
        #expect(ours.values == theirs.values, "\(example).\(name), \(plan.name)")
        // What is known to be over is over earlier, never later.
        if theirs.end != nil { #expect(ours.end == theirs.end, "\(example).\(name), \(plan.name)") }
      }
      if plan.isComplete { #expect(known.last?.end == general.last?.end, "\(example).\(name), \(plan.name)") }
    }
  }
}

/// Collects twins of one example.
struct Twins {
  let example: String
  private(set) var all: [Twin] = []
  init(_ example: String) { self.example = example }

  mutating func add<Known: Publisher, General: Publisher>(
    _ name: String, _ expected: Any.Type, _ known: Known, _ general: General
  ) {
    all.append(
      Twin(
        name: name, example: example, made: Known.self, expected: expected, known: { Twin.play(known, $0) },
        general: { Twin.play(general, $0) }))
  }
}

// The functions of the examples.
func isOdd(_ value: Int) -> Bool { value % 2 == 1 }
func always(_: Int) -> Bool { true }
func never(_: Int) -> Bool { false }
func isOddOrThrow(_ value: Int) throws -> Bool { if value == 2 { throw Broken.there } else { isOdd(value) } }
func throwing(_: Int) throws -> Bool { throw Broken.there }
func sum(_ sum: String, _ value: Int) -> String { "\(sum)+\(value)" }
func sumOrThrow(_ sum: String, _ value: Int) throws -> String {
  if value == 2 { throw Broken.there } else { "\(sum)+\(value)" }
}
func tenfoldIfOdd(_ value: Int) -> Int? { isOdd(value) ? value * 10 : nil }
func broken(_: Never) -> Broken {}

/// For a stream of one value: there is nothing to compare it with.
func compared(_: Int, _: Int) -> Bool {
  Issue.record("a single value was compared")
  return false
}
