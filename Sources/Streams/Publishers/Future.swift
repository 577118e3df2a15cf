/// Publishes one value that is not there yet, or a failure.
///
/// The closure runs at once and once, here and not per subscriber (C70). It, or whoever it hands its promise to, keeps
/// the promise with a value or an error: from any thread, and only the first counts. The result is remembered: every
/// subscriber gets it, however late. A value waits until the subscriber asks; a failure does not wait (C48).
/// If the promise is dropped unkept, nothing ever comes.
public final class Future<Output, Failure: Error>: Publisher {
  public typealias Promise = (Result<Output, Failure>) -> Void

  // Set by `init`: what initialises them here would take code for tasks into the C library (Apart.swift).
  @usableFromInline let queue: ShotQueue
  @usableFromInline let outcome: Outcome<Output, Failure>

  @inlinable public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    let (queue, outcome) = (ShotQueue(), Outcome<Output, Failure>())
    (self.queue, self.outcome) = (queue, outcome)
    // Not the future itself: whoever has the promise does not keep the future alive.
    attemptToFulfill { result in
      for shot in queue.finish({ outcome.result = result }) { shot?.load(isFailure: outcome.isFailure) }
    }
  }

  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let outcome = outcome
    let shot = Shot("Future", waitingIn: queue) { shot in
      switch outcome.result {
      case .success(let value): shot.fire(value, at: subscriber)
      case .failure(let failure): subscriber.receive(completion: .failure(failure))
      case nil: break
      }
    }
    // A value that is there comes inside the request, also inside that for the subscription (C7).
    if queue.isFinished && !outcome.isFailure { shot.load(isFailure: false) }
    subscriber.receive(subscription: shot)
    // It waits only from now on: what another thread sends must not overtake the subscription (C2, C31).
    if !queue.add(shot) { shot.load(isFailure: outcome.isFailure) }
  }
}

/// Any thread may keep the promise, subscribe and wait (C32).
extension Future: @unchecked Sendable where Output: Sendable {}

/// Written once, under the lock of the queue; read only after that.
@usableFromInline final class Outcome<Output, Failure: Error> {
  @exclusivity(unchecked) @usableFromInline var result: Result<Output, Failure>?
  @inlinable init() {}
  @inlinable var isFailure: Bool { if case .failure = result { true } else { false } }
}
