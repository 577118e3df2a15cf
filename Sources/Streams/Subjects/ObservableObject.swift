@_spi(Reflection) import Swift
import Synchronization

/// An object that says when one of its properties is about to change.
///
/// `objectWillChange` need not be written: by default it fires before each change of a property that is `@Published`,
/// in the class, its superclasses and generic ones. An object without such properties has one too, for `send()` by
/// hand.
/// Differs from Combine: docs/decisions/061.
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// Fires before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The same one each time. The fields of a class are looked up once; after that it costs a lock and a look at each
  /// `@Published` property. Setting a property does not come here.
  public var objectWillChange: ObservableObjectPublisher { ObservedClasses.shared.publisher(of: self) }
}

/// Sends a signal, without a value, to everyone who has asked for something.
///
/// Demand is not counted: whoever has asked once gets every signal (C83). It never ends.
/// Cost per signal: two atomic operations. May be used from any thread.
public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never
  @usableFromInline let hub = TypedHub<AsIs<Void>, Never>("ObservableObjectPublisher")
  /// The object that it belongs to, if that has nowhere to keep it.
  fileprivate let stray: ObjectIdentifier?

  public init() { stray = nil }
  fileprivate init(stray: ObjectIdentifier) { self.stray = stray }
  deinit { if let stray { ObservedClasses.shared.forget(stray, ObjectIdentifier(self)) } }

  @inlinable public func send() { hub.send(()) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    hub.attach(SignalSide(subscriber), to: self)
  }
}

extension ObservableObjectPublisher: @unchecked Sendable {}

/// A subscriber that has asked once has asked for everything.
@frozen @usableFromInline struct SignalSide<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: SignalSubscription(subscription))
  }
  @inlinable func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
}

@usableFromInline final class SignalSubscription: Subscription, NamedInLogs {
  let subscription: any Subscription
  @usableFromInline init(_ subscription: any Subscription) { self.subscription = subscription }
  @usableFromInline var name: String { "ObservableObjectPublisher" }
  @usableFromInline func request(_ demand: Subscribers.Demand) {
    if demand != .none { subscription.request(.unlimited) }
  }
  @usableFromInline func cancel() { subscription.cancel() }
}

// MARK: finding the properties

/// A property wrapper that tells its object's publisher of each change. It begins with that publisher, or nil.
protocol ObservableProperty {
  static func tell(_ publisher: ObservableObjectPublisher, at address: UnsafeMutableRawPointer)
}

/// Where the classes that were asked for `objectWillChange` have their `@Published` properties.
private final class ObservedClasses: @unchecked Sendable {
  static let shared = ObservedClasses()

  struct Field {
    let offset: Int
    let type: any ObservableProperty.Type
  }

  /// For a class without such properties: it has nowhere to keep a publisher, so that lives as long as somebody holds
  /// it or is subscribed to it. Both are weak: an object that comes to lie where another was does not get that one's.
  final class Stray {
    weak let object: AnyObject?
    weak let publisher: ObservableObjectPublisher?
    let identity: ObjectIdentifier
    init(_ object: AnyObject, _ publisher: ObservableObjectPublisher) {
      self.object = object
      self.publisher = publisher
      identity = ObjectIdentifier(publisher)
    }
  }

  let lock = Lock()
  // Under the lock.
  @exclusivity(unchecked) var fields: [ObjectIdentifier: [Field]] = [:]
  @exclusivity(unchecked) var strays: [ObjectIdentifier: Stray] = [:]

  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let fields = fields(of: type(of: object))
    if fields.isEmpty { return stray(of: object) }
    let base = Unmanaged.passUnretained(object).toOpaque()
    return withExtendedLifetime(object) {
      lock.withLock {
        let known = fields.lazy.compactMap { self.willChange(at: base + $0.offset) }.first
        let publisher = known ?? ObservableObjectPublisher()
        // All of them each time: one may have been replaced by another wrapper.
        for field in fields where willChange(at: base + field.offset) == nil {
          field.type.tell(publisher, at: base + field.offset)
        }
        return publisher
      }
    }
  }

  private func willChange(at address: UnsafeMutableRawPointer) -> ObservableObjectPublisher? {
    address.assumingMemoryBound(to: ObservableObjectPublisher?.self).pointee
  }

  /// Looked up once for each class; superclasses are included.
  func fields(of type: AnyClass) -> [Field] {
    let key = ObjectIdentifier(type)
    if let known = lock.withLock({ fields[key] }) { return known }
    var found: [Field] = []
    _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { _, offset, type, _ in  // 1: of a class
      if let type = type as? any ObservableProperty.Type { found.append(Field(offset: offset, type: type)) }
      return true
    }
    lock.withLock { fields[key] = found }
    return found
  }

  func stray(of object: AnyObject) -> ObservableObjectPublisher {
    let key = ObjectIdentifier(object)
    return lock.withLock {
      // No publisher is let go of in here: its end comes back to this table.
      if let old = strays[key], old.object != nil, let publisher = old.publisher { return publisher }
      let publisher = ObservableObjectPublisher(stray: key)
      strays[key] = Stray(object, publisher)
      return publisher
    }
  }

  func forget(_ key: ObjectIdentifier, _ identity: ObjectIdentifier) {
    lock.withLock { if strays[key]?.identity == identity { strays[key] = nil } }
  }
}
