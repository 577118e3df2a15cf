import CStreams
import Streams
import Synchronization

/// The writing end of a future: what promise handles stand for. With the last of them it is gone, kept or not.
private final class Promise {
  typealias Future = Streams.Future<KeptValue, Fault>
  private let isKept = Atomic<Bool>(false)
  private let settle: Future.Promise
  init(_ settle: @escaping Future.Promise) { self.settle = settle }

  func keep(_ result: Result<KeptValue, Fault>) -> Int32 {
    if isKept.exchange(true, ordering: .relaxed) { return Status.done.code }
    Burst.apart { settle(result) }
    return Status.ok.code
  }

  deinit { _ = keep(.failure(Fault(.canceled, "the promise was given up"))) }
}

/// Lends what the future keeps.
private struct Unpacking: Subscriber {
  typealias Input = KeptValue
  typealias Failure = Fault
  let downstream: ValueSubscriber
  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  func receive(subscription: any Subscription) { downstream.subscription(subscription) }
  func receive(_ kept: KeptValue) -> Demand { Keeping.lend(kept) { downstream.value($0) } }
  func receive(completion: Completion) { downstream.completion(completion) }
}

@_cdecl("streams_future") @implementation
public func streams_future(
  _ promise: UnsafeMutablePointer<OpaquePointer?>?, _ publisher: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  promise?.pointee = nil
  publisher?.pointee = nil
  guard let promise, let publisher else { return misuse(.invalid) }
  var made: Promise?
  let future = Promise.Future { made = Promise($0) }
  guard let reader = publish({ future.receive(subscriber: Unpacking(downstream: $0)) }) else {
    return Status.limit.code
  }
  guard let writer = give(made.unsafelyUnwrapped, .promise) else {
    _ = streams_publisher_release(reader)
    return Status.limit.code
  }
  (promise.pointee, publisher.pointee) = (writer, reader)
  return Status.ok.code
}

@_cdecl("streams_promise_resolve") @implementation
public func streams_promise_resolve(_ promise: OpaquePointer?, _ value: streams_value_t) -> Int32 {
  with(promise, .promise, Promise.self) {
    if let status = value.refusal { return misuse(status, nil, "streams_promise_resolve") }
    guard let kept = KeptValue(given: value) else { return Status.memory.code }
    return $0.keep(.success(kept))
  }
}

@_cdecl("streams_promise_reject") @implementation
public func streams_promise_reject(
  _ promise: OpaquePointer?, _ code: Int32, _ message: UnsafePointer<CChar>?
) -> Int32 {
  with(promise, .promise, Promise.self) {
    guard code < 0 else { return misuse(.invalid, nil, "streams_promise_reject") }
    return $0.keep(.failure(Fault(code: code, message.map { String(cString: $0) })))
  }
}

@_cdecl("streams_promise_dup") @implementation
public func streams_promise_dup(_ promise: OpaquePointer?) -> OpaquePointer? { dup(promise, .promise) }

@_cdecl("streams_promise_release") @implementation
public func streams_promise_release(_ promise: OpaquePointer?) -> Int32 {
  release(promise, .promise, Promise.self)
}
