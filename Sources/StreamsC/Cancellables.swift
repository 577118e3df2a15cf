import CStreams
import Streams

/// What a cancellable handle stands for.
final class Token: Named {
  let cancellable: any Cancellable
  var name: String? { (cancellable as? any Named)?.name }
  init(_ cancellable: any Cancellable) { self.cancellable = cancellable }
}

/// Calls a function of the program once.
private final class Action: Cancellable {
  private let lock = Lock()
  private nonisolated(unsafe) var work: (@convention(c) (UnsafeMutableRawPointer?) -> Void, Context)?
  init(_ fn: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void, _ context: Context) { work = (fn, context) }

  func cancel() {
    guard let (fn, context) = lock.withLock({ work.take() }) else { return }
    fn(context.pointer)
  }
}

/// Cancellables with one lifetime.
private final class Bag {
  private let lock = Lock()
  private nonisolated(unsafe) var tokens: [Token] = []

  func add(_ token: Token) { lock.withLock { tokens.append(token) } }
  func cancel() {
    var all: [Token] = []
    lock.withLock { swap(&all, &tokens) }
    for token in all { token.cancellable.cancel() }
  }
}

@_cdecl("streams_cancellable_new") @implementation
public func streams_cancellable_new(
  _ fn: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let fn else { return fail(.invalid) }
  return give(Token(Action(fn, context)), .cancellable)
}

@_cdecl("streams_cancellable_from_subscription") @implementation
public func streams_cancellable_from_subscription(_ subscription: OpaquePointer?) -> OpaquePointer? {
  guard let stream = borrow(subscription, .subscription, Stream.self) else { return nil }
  return give(Token(stream), .cancellable)
}

@_cdecl("streams_cancellable_cancel") @implementation
public func streams_cancellable_cancel(_ cancellable: OpaquePointer?) -> Int32 {
  with(cancellable, .cancellable, Token.self) {
    $0.cancellable.cancel()
    return Status.ok.code
  }
}

@_cdecl("streams_cancellable_release") @implementation
public func streams_cancellable_release(_ cancellable: OpaquePointer?) -> Int32 {
  release(cancellable, .cancellable, Token.self) { $0.cancellable.cancel() }
}

@_cdecl("streams_cancellable_detach") @implementation
public func streams_cancellable_detach(_ cancellable: OpaquePointer?) -> Int32 {
  if cancellable == nil { return misuse(.invalid) }
  return release(cancellable, .cancellable, Token.self)
}

@_cdecl("streams_bag_new") @implementation public func streams_bag_new() -> OpaquePointer? { give(Bag(), .bag) }

@_cdecl("streams_bag_add") @implementation
public func streams_bag_add(_ bag: OpaquePointer?, _ cancellable: OpaquePointer?) -> Int32 {
  guard cancellable != nil else { return misuse(.invalid) }
  guard case .removed(let token) = Handles.remove(cancellable, .cancellable, Token.self) else {
    return misuse(.handle)
  }
  let status = with(bag, .bag, Bag.self) {
    $0.add(token)
    return Status.ok.code
  }
  if status != Status.ok.code { token.cancellable.cancel() }
  return status
}

@_cdecl("streams_bag_cancel") @implementation public func streams_bag_cancel(_ bag: OpaquePointer?) -> Int32 {
  with(bag, .bag, Bag.self) {
    $0.cancel()
    return Status.ok.code
  }
}

@_cdecl("streams_bag_release") @implementation public func streams_bag_release(_ bag: OpaquePointer?) -> Int32 {
  release(bag, .bag, Bag.self) { $0.cancel() }
}
