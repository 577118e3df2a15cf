import CStreams
import Streams
import Synchronization

/// A subject for C values: what a subject handle stands for.
final class ValueSubject: Subject, Named {
  typealias Output = Value
  typealias Failure = Fault
  let hub: TypedHub<Keeping, Fault>
  let remembers: Bool

  init() {
    hub = TypedHub("PassthroughSubject")
    remembers = false
  }
  init(_ initial: KeptValue) {
    hub = TypedHub("CurrentValueSubject", initial: initial)
    remembers = true
  }

  func send(completion: Completion) { hub.complete(completion) }
  func send(subscription: any Subscription) { hub.add(feed: subscription) }
  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Fault {
    attach(ValueSubscriber(side: subscriber))
  }
  func attach(_ subscriber: ValueSubscriber) { hub.attach(subscriber, to: self) }

  /// Also while the end waits for the delivery that it was sent from.
  @inline(__always) var isOver: Bool {
    hub.word.load(ordering: .relaxed) == Hub.isDead || isEnding.load(ordering: .relaxed)
  }

  /// True for the first end.
  func end(_ completion: Completion) -> Bool {
    if isOver || isEnding.exchange(true, ordering: .relaxed) { return false }
    hub.complete(completion)
    return true
  }
  private let isEnding = Atomic<Bool>(false)

  private let lock = Lock()
  private nonisolated(unsafe) var label: String?
  var name: String? {
    get { lock.withLock { label } }
    set {
      var name = newValue
      lock.withLock { swap(&label, &name) }
    }
  }

  /// The latest value, owned by whoever asks.
  var latest: Value? {
    guard remembers else { return nil }
    return hub.currentLock.withLock { hub.current }?.owned()
  }
}

@_cdecl("streams_passthrough_new") @implementation public func streams_passthrough_new() -> OpaquePointer? {
  give(ValueSubject(), .subject)
}

@_cdecl("streams_current_value_new") @implementation
public func streams_current_value_new(_ initial: streams_value_t) -> OpaquePointer? {
  guard let kept = KeptValue(given: initial) else { return fail(initial.refusal ?? .memory) }
  return give(ValueSubject(kept), .subject)
}

@_cdecl("streams_subject_complete") @implementation
public func streams_subject_complete(
  _ subject: OpaquePointer?, _ code: Int32, _ message: UnsafePointer<CChar>?
) -> Int32 {
  with(subject, .subject, ValueSubject.self) {
    guard let completion = Completion(code, message) else { return misuse(.invalid, about: $0) }
    let subject = $0
    return Burst.apart { subject.end(completion) } ? Status.ok.code : Status.done.code
  }
}

@_cdecl("streams_subject_value") @implementation
public func streams_subject_value(_ subject: OpaquePointer?) -> streams_value_t {
  let latest = Handles.with(subject, .subject, ValueSubject.self) {
    $0.latest ?? noValue(.unsupported, "streams_subject_value", about: $0)
  }
  return latest ?? noValue(subject == nil ? .invalid : .handle)
}

@_cdecl("streams_subject_publisher") @implementation
public func streams_subject_publisher(_ subject: OpaquePointer?) -> OpaquePointer? {
  guard let subject = borrow(subject, .subject, ValueSubject.self) else { return nil }
  let recipe = Recipe { subject.attach($0) }
  recipe.name = subject.name
  return give(recipe, .publisher)
}

@_cdecl("streams_subject_set_name") @implementation
public func streams_subject_set_name(_ subject: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  with(subject, .subject, ValueSubject.self) {
    $0.name = name.map { String(cString: $0) }
    return Status.ok.code
  }
}

/// Feeds a subject. Unless it keeps it, the stream is cancelled with the subject.
final class Feed: Subscriber {
  typealias Input = Value
  typealias Failure = Fault
  let stream = Stream()
  private weak var subject: ValueSubject?
  private let kept: ValueSubject?
  init(_ subject: ValueSubject, keeps: Bool = false) {
    self.subject = subject
    kept = keeps ? subject : nil
  }

  func receive(subscription: any Subscription) {
    if stream.link.begin(subscription) { subject?.send(subscription: stream) }
  }
  func receive(_ input: Value) -> Demand {
    if stream.link.isActive { subject?.send(input) }
    return .none
  }
  func receive(completion: Completion) { if stream.complete() { _ = subject?.end(completion) } }
}

@_cdecl("streams_subject_feed") @implementation
public func streams_subject_feed(_ subject: OpaquePointer?, _ publisher: OpaquePointer?) -> OpaquePointer? {
  let publisher = consume(publisher)
  guard let subject = borrow(subject, .subject, ValueSubject.self), let publisher else { return nil }
  let feed = Feed(subject)
  Burst.apart { publisher.attach(ValueSubscriber(feed)) }
  guard let token = give(Token(feed.stream), .cancellable) else {
    feed.stream.cancel()
    return nil
  }
  return token
}

@_cdecl("streams_subject_dup") @implementation
public func streams_subject_dup(_ subject: OpaquePointer?) -> OpaquePointer? { dup(subject, .subject) }

@_cdecl("streams_subject_release") @implementation
public func streams_subject_release(_ subject: OpaquePointer?) -> Int32 {
  release(subject, .subject, ValueSubject.self)
}
