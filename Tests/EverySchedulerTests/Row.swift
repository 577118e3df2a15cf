import Testing

/// Each scheduler there is. A cell of the table is a test with one of these for an argument: it names itself.
enum Row: CaseIterable, Sendable, CustomTestStringConvertible {
  case eventLoop, serialQueue, concurrentQueue, runLoop, operationQueue, wideOperationQueue, virtualTime
  case immediate

  /// Those that can wait.
  static let timed = allCases.filter { $0 != .immediate }
  /// Those that take real time.
  static let real = timed.filter { $0 != .virtualTime }

  var testDescription: String {
    switch self {
    case .eventLoop: "EventLoop"
    case .serialQueue: "DispatchQueue, serial"
    case .concurrentQueue: "DispatchQueue, concurrent"
    case .runLoop: "RunLoop"
    case .operationQueue: "OperationQueue, one at a time"
    case .wideOperationQueue: "OperationQueue, four at a time"
    case .virtualTime: "VirtualTime"
    case .immediate: "ImmediateScheduler"
    }
  }

  private func make() throws -> any Place {
    switch self {
    case .eventLoop: try LoopPlace()
    case .serialQueue: QueuePlace()
    case .concurrentQueue: QueuePlace(.concurrent)
    case .runLoop: RunLoopPlace()
    case .operationQueue: OperationsPlace(1)
    case .wideOperationQueue: OperationsPlace(4)
    case .virtualTime: VirtualPlace()
    case .immediate: ImmediatePlace()
    }
  }

  /// Makes the scheduler, has it tested, and ends it.
  func tested(_ test: (any Place) throws -> Void) throws {
    let place = try make()
    defer { place.end() }
    try test(place)
  }
}

/// Every operator that knows time, on every scheduler. One cell after the other: real ones take turns on few cores.
///
/// What is asserted holds on any machine: nothing is early, values are in order, one at a time and where they belong,
/// nothing follows an end or a cancel. That something comes is waited for, for a minute. Where it depends on the clock
/// what comes, the scheduler is held while values are sent, or the time is so far away that nobody sees it.
@Suite(.serialized) struct EveryScheduler {}
