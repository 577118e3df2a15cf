import Streams
import StreamsTesting
import Testing

/// One row of the table of sources: where a stream begins, and what it has to give.
struct SourceRow: Sendable, CustomStringConvertible {
  let name: String
  let values: [Int]
  /// nil: it never ends.
  let end: Subscribers.Completion<Oops>?
  /// What it does about `request(.none)` (C15).
  var trapsOnZero = false
  /// What its subscription is called.
  let log: String
  let make: @Sendable () -> Source

  var description: String { name }

  static let all: [SourceRow] = [
    SourceRow(name: "Just", values: [7], end: .finished, trapsOnZero: true, log: "Just") {
      Just(7).failing(with: Oops.self).eraseToAnyPublisher()
    },
    SourceRow(name: "Optional", values: [7], end: .finished, trapsOnZero: true, log: "Optional") {
      Optional(7).publisher.failing(with: Oops.self).eraseToAnyPublisher()
    },
    SourceRow(name: "Optional, nil", values: [], end: .finished, log: "Empty") {
      Int?.none.publisher.failing(with: Oops.self).eraseToAnyPublisher()
    },
    SourceRow(name: "Result", values: [7], end: .finished, trapsOnZero: true, log: "Once") {
      Result.success(7).publisher.eraseToAnyPublisher()
    },
    SourceRow(name: "Result, failure", values: [], end: .failure(Oops()), log: "Empty") {
      Result.failure(Oops()).publisher.eraseToAnyPublisher()
    },
    SourceRow(name: "Sequence", values: [1, 2, 3], end: .finished, log: "1...3") {
      Publishers.Sequence<ClosedRange<Int>, Oops>(sequence: 1...3).eraseToAnyPublisher()
    },
    SourceRow(name: "Sequence, empty", values: [], end: .finished, log: "Empty") {
      Publishers.Sequence<[Int], Oops>(sequence: []).eraseToAnyPublisher()
    },
    SourceRow(name: "Sequence, on an operator of it", values: [2, 4], end: .finished, log: "[2, 4]") {
      (1...2).publisher.setFailureType(to: Oops.self).map { $0 * 2 }.eraseToAnyPublisher()
    },
    SourceRow(name: "Empty", values: [], end: .finished, log: "Empty") {
      Empty<Int, Oops>().eraseToAnyPublisher()
    },
    SourceRow(name: "Empty, never", values: [], end: nil, log: "Empty") {
      Empty<Int, Oops>(completeImmediately: false).eraseToAnyPublisher()
    },
    SourceRow(name: "Fail", values: [], end: .failure(Oops()), log: "Empty") {
      Fail<Int, Oops>(error: Oops()).eraseToAnyPublisher()
    },
    SourceRow(name: "Deferred", values: [7], end: .finished, trapsOnZero: true, log: "Once") {
      Deferred { Result<Int, Oops>.success(7).publisher }.eraseToAnyPublisher()
    },
    SourceRow(name: "Future", values: [7], end: .finished, trapsOnZero: true, log: "Future") {
      Future<Int, Oops> { $0(.success(7)) }.eraseToAnyPublisher()
    },
    SourceRow(name: "Future, failure", values: [], end: .failure(Oops()), trapsOnZero: true, log: "Future") {
      Future<Int, Oops> { $0(.failure(Oops())) }.eraseToAnyPublisher()
    },
    SourceRow(name: "Future, not kept", values: [], end: nil, trapsOnZero: true, log: "Future") {
      Future<Int, Oops> { _ in }.eraseToAnyPublisher()
    },
    SourceRow(name: "Record", values: [1, 2, 3], end: .finished, log: "[1, 2, 3]") {
      Record<Int, Oops>(output: [1, 2, 3], completion: .finished).eraseToAnyPublisher()
    },
    SourceRow(name: "Record, failure", values: [1, 2, 3], end: .failure(Oops()), log: "[1, 2, 3]") {
      Record<Int, Oops>(output: [1, 2, 3], completion: .failure(Oops())).eraseToAnyPublisher()
    },
    SourceRow(name: "Record, empty", values: [], end: .failure(Oops()), log: "Empty") {
      Record<Int, Oops>(output: [], completion: .failure(Oops())).eraseToAnyPublisher()
    },
  ]

  /// Those that have something to give.
  static let full = all.filter { !$0.values.isEmpty }
}

@Suite("sources") struct SourceLaws {
  @Test("C2: each subscriber gets the subscription, once and first", arguments: SourceRow.all)
  func subscriptionComesOnceAndFirst(row: SourceRow) {
    let source = row.make()
    for _ in 0..<2 {
      var signals: [String] = []
      source.subscribe(
        AnySubscriber(
          receiveSubscription: {
            signals.append("subscription \($0)")
            $0.request(.unlimited)
            signals.append("asked")
          },
          receiveValue: {
            signals.append("\($0)")
            return .none
          },
          receiveCompletion: { signals.append("\($0)") }))
      #expect(signals.first == "subscription \(row.log)")
      #expect(signals.count { $0.hasPrefix("subscription") } == 1)
      #expect(signals.count == 2 + row.values.count + (row.end == nil ? 0 : 1))
      // What waits for demand comes inside the request (C7).
      if !row.values.isEmpty { #expect(signals.last == "asked") }
    }
  }

  @Test("C3, C4: without demand no value comes, and the end only where there is none", arguments: SourceRow.all)
  func nothingComesUnasked(row: SourceRow) {
    let recorder = Recorder<Int, Oops>()
    row.make().subscribe(recorder)
    #expect(recorder.values == [])
    #expect(recorder.completion == (row.values.isEmpty ? row.end : nil))
    #expect(recorder.violations == [])
    recorder.cancel()
  }

  @Test("C12, C13, C49: as many come as were asked for, and the end with the last", arguments: SourceRow.full)
  func asManyComeAsWereAskedFor(row: SourceRow) {
    let recorder = Recorder<Int, Oops>()
    row.make().subscribe(recorder)
    for count in 1...row.values.count {
      #expect(recorder.completion == nil)
      recorder.request(.max(1))
      #expect(recorder.values == Array(row.values.prefix(count)))
    }
    #expect(recorder.completion == row.end)
    #expect(recorder.violations == [])
  }

  @Test("FC8, C12: what receive returns is demand", arguments: SourceRow.full)
  func whatReceiveReturnsIsDemand(row: SourceRow) {
    let recorder = Recorder<Int, Oops>(demand: .max(1))
    recorder.onValue = { _, _ in .max(1) }
    row.make().subscribe(recorder)
    #expect(recorder.values == row.values && recorder.completion == row.end)
    #expect(recorder.violations == [])
  }

  @Test("C21: a request inside receive counts once and does not nest", arguments: SourceRow.full)
  func aRequestInsideReceiveDoesNotNest(row: SourceRow) {
    let recorder = Recorder<Int, Oops>(demand: .max(1))
    recorder.onValue = { recorder, _ in
      recorder.request(.max(1))
      return .none
    }
    row.make().subscribe(recorder)
    #expect(recorder.values == row.values && recorder.completion == row.end)
    #expect(recorder.violations == [])
  }

  @Test("C15: request(.none) asks for nothing", arguments: SourceRow.all.filter { !$0.trapsOnZero })
  func zeroAsksForNothing(row: SourceRow) {
    let recorder = Recorder<Int, Oops>()
    row.make().subscribe(recorder)
    let signals = recorder.signals.count
    recorder.request(.none)
    #expect(recorder.signals.count == signals)
    recorder.request(.unlimited)
    #expect(recorder.values == row.values && recorder.completion == row.end)
    #expect(recorder.violations == [])
  }

  @Test("C15: request(.none) traps in the others")
  func zeroTraps() async {
    expectNoSurvivors(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        reportSurvivors(
          SourceRow.all.filter(\.trapsOnZero).map { row in
            (
              row.name,
              {
                let recorder = Recorder<Int, Oops>()
                row.make().subscribe(recorder)
                recorder.subscription?.request(.none)
              }
            )
          })
      })
  }

  @Test("C40, C41: after the end there is nothing, whatever is asked or cancelled", arguments: SourceRow.all)
  func nothingComesAfterTheEnd(row: SourceRow) {
    let recorder = Recorder<Int, Oops>(demand: .unlimited)
    recorder.onCompletion = { recorder, _ in recorder.subscription?.request(.max(1)) }  // C43
    row.make().subscribe(recorder)
    #expect(recorder.values == row.values && recorder.completion == row.end)
    let signals = recorder.signals.count
    recorder.request(.max(1))
    recorder.subscription?.cancel()
    recorder.subscription?.cancel()
    recorder.request(.unlimited)
    #expect(recorder.signals.count == signals)
    #expect(recorder.violations == [])
  }

  @Test("C61: after cancel there is nothing", arguments: SourceRow.full)
  func nothingComesAfterCancel(row: SourceRow) {
    for before in 0..<row.values.count {
      let recorder = Recorder<Int, Oops>()
      row.make().subscribe(recorder)
      if before > 0 { recorder.request(.max(before)) }
      recorder.cancel()
      recorder.request(.unlimited)  // C63
      #expect(recorder.values.count == before && recorder.completion == nil)
      #expect(recorder.violations == [])
    }
  }

  @Test("C61: after cancel inside the subscription there is nothing that needed demand", arguments: SourceRow.full)
  func nothingComesAfterCancelInsideTheSubscription(row: SourceRow) {
    let recorder = Recorder<Int, Oops>()
    recorder.onSubscription = {
      $0.cancel()
      $0.request(.unlimited)
    }
    row.make().subscribe(recorder)
    #expect(recorder.signals.count == 1)
    #expect(recorder.violations == [])
  }

  @Test("C61: after cancel inside a value there is nothing, not even the end", arguments: SourceRow.full)
  func nothingComesAfterCancelInsideAValue(row: SourceRow) {
    for last in row.values {
      let recorder = Recorder<Int, Oops>(demand: .unlimited)
      recorder.onValue = { recorder, value in
        if value == last { recorder.cancel() }
        return .max(1)
      }
      row.make().subscribe(recorder)
      #expect(recorder.values.last == last && recorder.completion == nil)
      #expect(recorder.violations == [])
    }
  }

  @Test("C72: the subscriber is let go of at the end and on cancel", arguments: SourceRow.all)
  func theSubscriberIsLetGoOf(row: SourceRow) {
    for isCancelled in [false, true] where isCancelled || row.end != nil {
      weak var held: Recorder<Int, Oops>?
      var subscription: (any Subscription)?
      let source = row.make()
      do {
        let recorder = Recorder<Int, Oops>()
        held = recorder
        source.subscribe(recorder)
        subscription = recorder.subscription
        recorder.dropSubscription()
      }
      if isCancelled { subscription?.cancel() } else { subscription?.request(.unlimited) }
      #expect(held == nil)
      withExtendedLifetime((source, subscription)) {}
    }
  }

  @Test("FB1, C32: request and cancel may come from two threads at once", arguments: SourceRow.full)
  func requestAndCancelFromTwoThreads(row: SourceRow) async {
    for _ in 0..<100 {
      let recorder = Recorder<Int, Oops>()
      row.make().subscribe(recorder)
      let shared = Unchecked((recorder, recorder.subscription!))
      await withTaskGroup(of: Void.self) { group in
        group.addTask { shared.value.0.request(.unlimited) }
        group.addTask { shared.value.1.cancel() }
      }
      #expect(row.values.starts(with: recorder.values))
      if recorder.completion != nil { #expect(recorder.values == row.values && recorder.completion == row.end) }
      #expect(recorder.violations == [])
    }
  }

  @Test("C21: a million requests inside receive take a bounded stack")
  func manyRequestsInsideReceive() {
    let count = 1_000_000
    for source in [
      (0..<count).publisher.eraseToAnyPublisher(),
      Record<Int, Never>(output: Array(0..<count), completion: .finished).eraseToAnyPublisher(),
    ] {
      var received = 0
      let recorder = Asker { received += 1 }
      source.subscribe(recorder)
      #expect(received == count)
    }
  }

  /// Asks for one at a time, from inside.
  private final class Asker: Subscriber {
    typealias Input = Int
    typealias Failure = Never
    private var subscription: (any Subscription)?
    private let onValue: () -> Void
    init(_ onValue: @escaping () -> Void) { self.onValue = onValue }
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.max(1))
    }
    func receive(_: Int) -> Subscribers.Demand {
      onValue()
      subscription?.request(.max(1))
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) { subscription = nil }
  }
}
