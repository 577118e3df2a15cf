/// Counts subscribers, and holds the connection while there are any. Not generic.
///
/// The step from 0 to 1 decides who connects: also from inside a first subscriber's `receive(subscription:)`, and from
/// two threads, there is one connection.
@usableFromInline package final class Attendance {
  enum State {
    case idle, connecting
    case connected(any Cancellable)
  }

  let lock = Lock()
  // Under the lock.
  @exclusivity(unchecked) var count = 0
  @exclusivity(unchecked) var state = State.idle
  /// The stream has come to its end, and does not begin again (`share`).
  @exclusivity(unchecked) var isOver = false
  /// Whether an end is for ever.
  let endsForEver: Bool

  @usableFromInline package init(endsForEver: Bool = false) { self.endsForEver = endsForEver }

  /// One more: subscribes, and then connects if it is the first.
  @usableFromInline package func attend(_ connect: () -> any Cancellable, _ subscribe: () -> Void) {
    let isOurs: Bool = lock.withLock {
      count += 1
      guard case .idle = state, !isOver else { return false }
      state = .connecting
      return true
    }
    subscribe()
    guard isOurs else { return }
    let isWanted: Bool = lock.withLock {
      if count > 0 && !isOver { return true }
      state = .idle
      return false
    }
    guard isWanted else { return }
    let connection = connect()
    let isTooLate: Bool = lock.withLock {
      state = count > 0 ? .connected(connection) : .idle
      return count == 0
    }
    if isTooLate { connection.cancel() }
  }

  /// What one who attends gets.
  @usableFromInline package func subscription(to upstream: any Subscription) -> any Subscription {
    endsForEver ? SharedSubscription(upstream, self) : AutoconnectSubscription(upstream, self)
  }

  /// One less: the last one disconnects.
  func leave() {
    let connection: (any Cancellable)? = lock.withLock {
      count -= 1
      guard count == 0, case .connected(let connection) = state else { return nil }
      state = .idle
      return connection
    }
    connection?.cancel()
  }

  @usableFromInline package func end() { if endsForEver { lock.withLock { isOver = true } } }
}

/// Lets everything through, and says who leaves.
@frozen @usableFromInline package struct AutoconnectSide<Downstream: Subscriber>: Subscriber {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let attendance: Attendance
  @inlinable package init(_ downstream: Downstream, _ attendance: Attendance) {
    self.downstream = downstream
    self.attendance = attendance
  }
  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
  @inlinable package func receive(subscription: any Subscription) {
    downstream.receive(subscription: attendance.subscription(to: subscription))
  }
  @inlinable package func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    attendance.end()
    downstream.receive(completion: completion)
  }
}

/// The subscription of one who attends.
class AutoconnectSubscription: LikeUpstreams {
  let lock = Lock()
  @exclusivity(unchecked) var attendance: Attendance?

  init(_ subscription: any Subscription, _ attendance: Attendance) {
    self.attendance = attendance
    super.init(subscription)
  }

  /// The connection first, if this is the last one, then the subscription (C62).
  final override func cancel() {
    let attendance: Attendance? = lock.withLock {
      defer { self.attendance = nil }
      return self.attendance
    }
    attendance?.leave()
    subscription.cancel()
  }
}

/// That of `share`, which shows a mirror too.
final class SharedSubscription: AutoconnectSubscription, CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [], ancestorRepresentation: .suppressed) }
}

extension AutoconnectSide: NamedInLogs {
  @usableFromInline package var name: String { "Autoconnect" }
  @usableFromInline package func child(_ label: String?) -> Any? { label == "downstream" ? downstream : nil }
}
