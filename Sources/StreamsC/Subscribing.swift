import CStreams
import Streams
import Synchronization

/// One running stream, seen from its subscriber: what a subscription handle stands for.
final class Stream: Subscription, Named {
  static let live = Atomic<Int>(0)
  let link: Link
  /// The same, if what is asked for has to wait for a turn.
  private let stage: Stage?
  /// That of the publisher.
  let name: String?
  /// The C function that made it.
  private let function: StaticString
  /// The handle for `on_subscription`, made before anything starts: later nobody could be told that there are too many.
  private nonisolated(unsafe) var lent: OpaquePointer?

  init(_ stage: Stage? = nil, name: String? = nil, _ function: StaticString = #function) {
    self.stage = stage
    self.name = name
    self.function = function
    link = stage ?? Link("Subscriber")
    Stream.live.add(1, ordering: .relaxed)
  }
  deinit { if link.isActive || link.isWaiting { Stream.live.subtract(1, ordering: .relaxed) } }

  /// False: there are too many handles.
  func lendItself() -> Bool {
    lent = Handles.insert(self, .subscription, isLent: true)
    return lent != nil
  }
  func present(_ onSubscription: streams_subscription_fn, _ context: Context) {
    onSubscription(context.pointer, lent)
    takeBack()
  }
  /// Also if nothing has come of it: the handle keeps the stream.
  func takeBack() { if let lent = lent.take() { _ = Handles.remove(lent, .subscription, Stream.self, lent: true) } }

  /// True for the first end.
  func complete() -> Bool {
    guard link.end() else { return false }
    Stream.live.subtract(1, ordering: .relaxed)
    return true
  }
  func cancel() { if link.finishEarly() { Stream.live.subtract(1, ordering: .relaxed) } }

  func request(_ demand: Demand) { link.request(demand) }

  func ask(_ demand: Int64) -> Status {
    if link.hasEnded { return .done }
    guard link.isActive || link.isWaiting else { return .canceled }
    if let stage { stage.asked(Demand(demand)) } else { link.request(Demand(demand)) }
    return .ok
  }

  /// What a callback returned that is not 0.
  @inline(never) func asked(_ more: Int64) -> Demand {
    if more < 0 {
      if more != STREAMS_STOP_ { misuse(.invalid, "a subscriber returned \(more)", function, about: self) }
      cancel()
    }
    return Demand(more)
  }

  func end(_ completion: Completion, _ onCompletion: streams_completion_fn?, _ context: Context) {
    guard complete(), let onCompletion else { return }
    switch completion {
    case .finished: onCompletion(context.pointer, nil)
    case .failure(let fault): fault.lend { onCompletion(context.pointer, $0) }
    }
  }
}

/// The subscriber of a C program: three functions and a context.
final class Terminal: Subscriber {
  typealias Input = Value
  typealias Failure = Fault
  let stream: Stream
  private let link: Link
  private let context: Context
  private let pointer: UnsafeMutableRawPointer?
  private let onSubscription: streams_subscription_fn?
  private let onValue: streams_value_fn
  private let onCompletion: streams_completion_fn?

  init(
    _ stream: Stream, _ context: Context, _ onSubscription: streams_subscription_fn?, _ onValue: streams_value_fn?,
    _ onCompletion: streams_completion_fn?
  ) {
    self.stream = stream
    link = stream.link
    self.context = context
    pointer = context.pointer
    self.onSubscription = onSubscription
    self.onValue = onValue ?? ignoreValue
    self.onCompletion = onCompletion
  }

  func receive(subscription: any Subscription) {
    guard link.begin(subscription) else { return }
    guard let onSubscription else { return link.request(.unlimited) }
    stream.present(onSubscription, context)
  }

  deinit { stream.takeBack() }

  @inline(__always) func receive(_ input: Value) -> Demand {
    guard link.isActive else { return .none }
    let more = onValue(pointer, input)
    return _fastPath(more == 0) ? .none : asked(more)
  }
  /// A function of its own, so that a value that asks for nothing needs no register for `stream`.
  @inline(never) private func asked(_ more: Int64) -> Demand { stream.asked(more) }

  func receive(completion: Completion) { stream.end(completion, onCompletion, context) }
}

/// STREAMS_STOP; a macro with a cast does not reach Swift.
private let STREAMS_STOP_: Int64 = -1

@_cdecl("streams_subscribe") @implementation
public func streams_subscribe(
  _ publisher: OpaquePointer?, _ subscriber: UnsafePointer<streams_subscriber_t>?,
  _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> Int32 {
  let context = Context(context, destroy)
  guard let recipe = consume(publisher) else { return Slate.mine.error.pointee.code }
  guard let subscriber else { return misuse(.invalid, about: recipe) }
  guard let functions = streams_subscriber_t(of: subscriber) else { return misuse(.version, about: recipe) }
  let stage = functions.on_values.map { _ in Stage("Subscriber") { $0.owe($1) } }
  let stream = Stream(stage, name: recipe.name, "streams_subscribe")
  if functions.on_subscription != nil, !stream.lendItself() { return misuse(.limit, about: recipe) }
  Burst.apart {
    if let onValues = functions.on_values, let stage {
      let gatherer = Gatherer(stream, stage, context, functions, onValues)
      var subscriber = ValueSubscriber(gatherer)
      subscriber.values = { gatherer.receive($0, $1) }
      recipe.attach(subscriber)
    } else {
      recipe.attach(
        ValueSubscriber(
          Terminal(stream, context, functions.on_subscription, functions.on_value, functions.on_completion)))
    }
  }
  return Status.ok.code
}

@_cdecl("streams_sink") @implementation
public func streams_sink(
  _ publisher: OpaquePointer?, _ on_value: streams_value_fn?, _ on_completion: streams_completion_fn?,
  _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let recipe = consume(publisher) else { return nil }
  let stream = Stream(name: recipe.name, "streams_sink")
  // Before the stream starts: a failure here then has no other effect.
  guard let token = give(Token(stream), .cancellable) else { return nil }
  Burst.apart { recipe.attach(ValueSubscriber(Terminal(stream, context, nil, on_value, on_completion))) }
  return token
}

@_cdecl("streams_subscription_request") @implementation
public func streams_subscription_request(_ subscription: OpaquePointer?, _ demand: streams_demand_t) -> Int32 {
  with(subscription, .subscription, Stream.self) {
    guard demand > 0 else { return misuse(.invalid, about: $0) }
    let stream = $0
    return Burst.apart { stream.ask(demand) }.code
  }
}

@_cdecl("streams_subscription_cancel") @implementation
public func streams_subscription_cancel(_ subscription: OpaquePointer?) -> Int32 {
  with(subscription, .subscription, Stream.self) {
    $0.cancel()
    return Status.ok.code
  }
}

@_cdecl("streams_subscription_dup") @implementation
public func streams_subscription_dup(_ subscription: OpaquePointer?) -> OpaquePointer? {
  dup(subscription, .subscription)
}

@_cdecl("streams_subscription_release") @implementation
public func streams_subscription_release(_ subscription: OpaquePointer?) -> Int32 {
  release(subscription, .subscription, Stream.self)
}

@_cdecl("streams_debug_live_streams") @implementation public func streams_debug_live_streams() -> Int {
  Stream.live.load(ordering: .relaxed)
}
