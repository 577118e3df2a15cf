import CStreams
import Streams
import Synchronization

typealias Demand = Subscribers.Demand
typealias Completion = Subscribers.Completion<Fault>

/// The subscriber between any two stages of a C pipeline. Not generic, so that the two words of a value stay in
/// registers on their way (a closure that is generic over its argument takes it through memory).
struct ValueSubscriber: Subscriber {
  typealias Input = Value
  typealias Failure = Fault
  let value: (Value) -> Demand
  var completion: (Completion) -> Void
  let subscription: (any Subscription) -> Void
  /// Takes several values at once: at least one, at most 256 (`Room.size`), at most as many as were asked for. nil:
  /// here or further down values are wanted one by one.
  var values: ((UnsafePointer<Value>, Int) -> Demand)?

  init(
    value: @escaping (Value) -> Demand, completion: @escaping (Completion) -> Void,
    subscription: @escaping (any Subscription) -> Void
  ) {
    self.value = value
    self.completion = completion
    self.subscription = subscription
  }

  /// A driver: a final class, which is its own box.
  @inline(__always) init<S: Subscriber & AnyObject>(_ subscriber: S) where S.Input == Value, S.Failure == Fault {
    value = { subscriber.receive($0) }
    completion = { subscriber.receive(completion: $0) }
    subscription = { subscriber.receive(subscription: $0) }
  }

  /// One side of a driver: a small struct around a reference.
  @inline(__always) init<S: Subscriber>(side subscriber: S) where S.Input == Value, S.Failure == Fault {
    value = { subscriber.receive($0) }
    completion = { subscriber.receive(completion: $0) }
    subscription = { subscriber.receive(subscription: $0) }
  }

  /// The same, to which failures come with the name of the publisher.
  func named(_ name: String) -> ValueSubscriber {
    var named = self
    named.completion = { [completion] in
      if case .failure(var fault) = $0, fault.stream == nil {
        fault.stream = name
        completion(.failure(fault))
      } else {
        completion($0)
      }
    }
    return named
  }

  /// Nobody compares the stages of a C pipeline: each look gives another.
  var combineIdentifier: CombineIdentifier { CombineIdentifier() }

  @inline(__always) func receive(subscription: any Subscription) { self.subscription(subscription) }
  @inline(__always) func receive(_ input: Value) -> Demand { value(input) }
  @inline(__always) func receive(completion: Completion) { self.completion(completion) }
}

/// Downstream of a rule that hands over what it makes: lends it, and clears it afterwards.
struct Lend: Subscriber {
  typealias Input = Value
  typealias Failure = Fault
  let downstream: ValueSubscriber
  init(_ downstream: ValueSubscriber) { self.downstream = downstream }

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inline(__always) func receive(subscription: any Subscription) { downstream.subscription(subscription) }
  @inline(__always) func receive(_ input: Value) -> Demand {
    if _fastPath(input.isSettled) { return downstream.value(input) }
    return handOver(input)
  }
  @inline(never) private func handOver(_ input: Value) -> Demand {
    defer { input.clear() }
    return downstream.value(input.lent)
  }
  @inline(__always) func receive(completion: Completion) { downstream.completion(completion) }
}

/// A closure in a struct, so that an array and an optional hold it as it is: else each has it in a closure of their own.
struct Attachment { let attach: (ValueSubscriber) -> Void }

/// What stands behind a publisher handle: how to attach a subscriber.
final class Recipe: Publisher, Named {
  typealias Output = Value
  typealias Failure = Fault
  /// nil: it is several, one after the other.
  @exclusivity(unchecked) private var attachment: Attachment?
  private let parts: Rope?
  /// What it publishes, if that is known to be one value and the end: an operator may take it without subscribing.
  private let only: KeptValue?
  /// What connects it, if it is connectable. Set before anyone sees it.
  nonisolated(unsafe) var multicast: Multicast?
  private let lock = Lock()
  private let hasName = Atomic<Bool>(false)
  private nonisolated(unsafe) var label: String?

  init(only: KeptValue? = nil, _ attach: @escaping (ValueSubscriber) -> Void) {
    (attachment, parts, self.only) = (Attachment(attach: attach), nil, only)
  }

  /// `first`, and after it `second`, however many each is already: a chain of them is flat.
  init(_ first: Recipe, followedBy second: Recipe) {
    (attachment, only) = (nil, nil)
    parts = Rope(first.strand, second.strand)
  }
  /// One with a name stays in one piece: what fails in it has that name.
  private var strand: Rope { hasName.load(ordering: .relaxed) ? Strand(self) : parts ?? Strand(self) }

  /// One value is made of no other publishers.
  deinit { if attachment != nil && only == nil { Slate.mine.giveUp(&attachment) } }

  func attach(_ subscriber: ValueSubscriber) {
    guard hasName.load(ordering: .relaxed), let name else { return start(subscriber) }
    start(subscriber.named(name))
  }

  private func start(_ subscriber: ValueSubscriber) {
    if let attachment { return attachment.attach(subscriber) }
    Succession("Concatenate", subscriber, Keeping.self, surplus: .isDropped).begin(withPartsOf: parts.unsafelyUnwrapped)
    { unsafeDowncast(unsafeDowncast($0, to: Strand.self).thing, to: Recipe.self) }
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Fault {
    attach(ValueSubscriber(side: subscriber))
  }
  func _scalar() -> Value? { only?.plain }

  var name: String? {
    get { lock.withLock { label } }
    set {
      var name = newValue
      lock.withLock { swap(&label, &name) }
      hasName.store(newValue != nil, ordering: .relaxed)
    }
  }
}

/// Takes a publisher over, as every function does that is given one. A NULL keeps the earlier failure, so that
/// p = f(p, ...) tells what went wrong first.
func consume(_ handle: OpaquePointer?, _ function: StaticString = #function) -> Recipe? {
  guard handle != nil else {
    return Slate.mine.error.pointee.code == 0 ? fail(.invalid, nil, function) : nil
  }
  if case .removed(let recipe) = Handles.remove(handle, .publisher, Recipe.self) { return recipe }
  return fail(.handle, nil, function)
}

/// A publisher that was made; nil if there are too many handles.
func publish(
  _ attach: @escaping (ValueSubscriber) -> Void, _ function: StaticString = #function
) -> OpaquePointer? {
  give(Recipe(attach), .publisher, function)
}

@_cdecl("streams_publisher_dup") @implementation
public func streams_publisher_dup(_ publisher: OpaquePointer?) -> OpaquePointer? { dup(publisher, .publisher) }

@_cdecl("streams_publisher_release") @implementation
public func streams_publisher_release(_ publisher: OpaquePointer?) -> Int32 {
  release(publisher, .publisher, Recipe.self)
}

@_cdecl("streams_publisher_set_name") @implementation
public func streams_publisher_set_name(_ publisher: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  with(publisher, .publisher, Recipe.self) {
    $0.name = name.map { String(cString: $0) }
    return Status.ok.code
  }
}
